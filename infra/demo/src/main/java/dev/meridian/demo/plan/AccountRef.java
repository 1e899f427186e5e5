package dev.meridian.demo.plan;

/** An account as the plan names it, before any home has given it an id. */
public sealed interface AccountRef {

  /**
   * One that is opened before the first payment.
   *
   * @param region where it is opened
   * @param number counts the accounts of that region from 0
   */
  record Opened(String region, int number) implements AccountRef {}

  /**
   * A well-formed id that no home ever gave out: routed to its home and refused there.
   *
   * @param region the region that the id names
   * @param number tells several of them apart
   */
  record Missing(String region, int number) implements AccountRef {}

  /**
   * A text that is no account id: no region can own it, so the message is parked.
   *
   * @param text what stands in the message
   */
  record Malformed(String text) implements AccountRef {}

  /**
   * A well-formed id of a region that isn't in the registry: the message is parked.
   *
   * @param number tells several of them apart
   */
  record OfUnknownRegion(int number) implements AccountRef {}
}
