package dev.meridian.consumer.http;

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

  private static final int MISDIRECTED_REQUEST = 421; // RFC 9110, section 15.5.20
  private static final int UNAVAILABLE = 503;
  private static final int RETRY_AFTER_SECONDS = 1;

  static Problem malformedId(String detail) {
    return new Problem("urn:meridian:problem:malformed-id", "Not a payment id", 400, detail);
  }

  static Problem badRequest(String detail) {
    return new Problem("about:blank", "Bad request", 400, detail);
  }

  static Problem notStuck(String place) {
    return new Problem(
        "about:blank",
        "Not stuck here",
        404,
        place + " doesn't hold this instance up: ask the one whose readiness names it.");
  }

  static Problem unknownPayment(String id) {
    return new Problem(
        "urn:meridian:problem:unknown-payment",
        "No such payment",
        404,
        "This region gave no payment the id " + id + ".");
  }

  static Problem otherRegion(String id, String region) {
    return new Problem(
        "urn:meridian:problem:other-region",
        "Another region's payment",
        MISDIRECTED_REQUEST,
        "Region %s accepted payment %s: ask there.".formatted(region, id));
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
