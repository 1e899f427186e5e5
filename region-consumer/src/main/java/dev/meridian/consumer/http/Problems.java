package dev.meridian.consumer.http;

import dev.meridian.id.RegionIdException;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Turns what a call throws into a problem; no stack trace leaves. */
public class Problems {
  private static final Logger LOG = Logger.getLogger(Problems.class);
  private static final int INTERNAL = 500;
  private static final int CAUSES_AT_MOST = 20;

  @ServerExceptionMapper
  public Response of(WebApplicationException e) {
    Response response = e.getResponse();
    return response.hasEntity()
        ? response
        : Problem.ofStatus(response.getStatus(), response.getStatusInfo().getReasonPhrase())
            .response();
  }

  /** A parameter that is no id is one too. */
  @ServerExceptionMapper
  public Response of(BadRequestException e) {
    return e.getCause() instanceof RegionIdException malformed
        ? Problem.malformedId(String.valueOf(malformed.getMessage())).response()
        : of((WebApplicationException) e);
  }

  @ServerExceptionMapper
  public Response of(Exception e) {
    LOG.error("A call failed", e);
    boolean database =
        Stream.<Throwable>iterate(e, cause -> cause != null, Throwable::getCause)
            .limit(CAUSES_AT_MOST)
            .anyMatch(SQLException.class::isInstance);
    return database
        ? Problem.databaseAway().response()
        : Problem.ofStatus(INTERNAL, "Something went wrong here").response();
  }
}
