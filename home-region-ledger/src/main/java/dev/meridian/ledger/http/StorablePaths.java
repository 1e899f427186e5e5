package dev.meridian.ledger.http;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/**
 * Refuses a path that names what no database can hold, before a statement fails on it: a failed
 * statement would be told as "try again later".
 */
public final class StorablePaths {

  @ServerRequestFilter
  public Optional<Response> refusal(ContainerRequestContext request) {
    return Texts.storable(request.getUriInfo().getPath())
        ? Optional.empty()
        : Optional.of(Problem.badRequest("The path holds a character that no id has.").response());
  }
}
