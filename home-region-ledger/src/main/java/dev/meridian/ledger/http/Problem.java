package dev.meridian.ledger.http;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;

/**
 * An error for a client. Source: RFC 9457.
 *
 * @param type names the kind of problem, for programs
 * @param title the kind of problem, for people
 * @param status the HTTP status
 * @param detail this occurrence, and what to do
 */
record Problem(String type, String title, int status, String detail) {
  static final String MEDIA_TYPE = "application/problem+json";

  private static final String URN = "urn:meridian:problem:";
  private static final int MISDIRECTED_REQUEST = 421; // RFC 9110, section 15.5.20
  private static final int UNAVAILABLE = 503;
  private static final int RETRY_AFTER_SECONDS = 1;

  static Problem badRequest(String detail) {
    return new Problem(URN + "bad-request", "Not a request that can be served", 400, detail);
  }

  static Problem malformedId(String detail) {
    return new Problem(URN + "malformed-id", "Not an account id", 400, detail);
  }

  static Problem unknownAccount(String id) {
    return new Problem(
        URN + "unknown-account", "No such account", 404, "This region has no account " + id + ".");
  }

  static Problem reconciling() {
    return new Problem(
        URN + "reconciling",
        "A reconciliation runs already",
        409,
        "One at a time on a database: ask for the latest report, or repeat the call later.");
  }

  static Problem notReconciled() {
    return new Problem(
        URN + "not-reconciled",
        "No report yet",
        404,
        "This instance hasn't finished a reconciliation yet: POST /reconciliations runs one.");
  }

  static Problem noCopy(String detail) {
    return new Problem(URN + "no-copy", "No copy of this balance here", 404, detail);
  }

  static Problem unknownEntry(String id) {
    return new Problem(
        URN + "unknown-entry", "No such entry", 404, "This region has no entry " + id + ".");
  }

  static Problem otherRegion(String what, String region) {
    return new Problem(
        URN + "other-region",
        "Another region's account",
        MISDIRECTED_REQUEST,
        "The home of %s is region %s: ask there.".formatted(what, region));
  }

  static Problem accountClosed(String id) {
    return new Problem(
        URN + "account-closed", "The account is closed", 409, id + " takes and gives no money.");
  }

  static Problem accountFrozen(String id) {
    return new Problem(
        URN + "account-frozen", "The account is frozen", 409, id + " gives no money.");
  }

  static Problem insufficientFunds(String id, long balanceMinor) {
    return new Problem(
        URN + "insufficient-funds",
        "The account has less",
        422,
        "%s has %d minor units.".formatted(id, balanceMinor));
  }

  static Problem stateConflict(String detail) {
    return new Problem(
        URN + "state-conflict", "The account's state doesn't allow this", 409, detail);
  }

  static Problem balanceLeft(String detail) {
    return new Problem(URN + "balance-left", "The account isn't empty", 409, detail);
  }

  static Problem nothingHeld(String entryId) {
    return new Problem(
        URN + "nothing-held",
        "Nothing of it is in suspense",
        404,
        "No entry %s put money into this home's suspense.".formatted(entryId));
  }

  static Problem cannotTake(String id, String why) {
    return new Problem(
        URN + "cannot-take",
        "The account can't take the money",
        422,
        "%s can't take it: %s.".formatted(id, why));
  }

  static Problem keyUsed(String detail) {
    return new Problem(URN + "key-used", "The key was used for another request", 422, detail);
  }

  static Problem referenceUsed(String detail) {
    return new Problem(
        URN + "reference-used", "The reference was used for another amount", 422, detail);
  }

  static Problem outOfRange(String id) {
    return new Problem(
        URN + "amount-out-of-range",
        "The balance would leave 64 bits",
        422,
        id + " can't hold that much.");
  }

  static Problem ofStatus(int status, String title) {
    return new Problem("about:blank", title, status, title + ".");
  }

  /** The database is away or busy: nothing is known to be wrong with the call, so try it again. */
  static Problem databaseAway() {
    return new Problem(
        "about:blank",
        "The database doesn't answer",
        UNAVAILABLE,
        "The database doesn't answer: repeat the call after %d s.".formatted(RETRY_AFTER_SECONDS));
  }

  Response response() {
    Response.ResponseBuilder response = Response.status(status).type(MEDIA_TYPE).entity(this);
    return status == UNAVAILABLE
        ? response.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS).build()
        : response.build();
  }

  WebApplicationException exception() {
    return new WebApplicationException(detail, response());
  }
}
