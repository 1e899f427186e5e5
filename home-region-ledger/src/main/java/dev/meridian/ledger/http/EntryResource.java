package dev.meridian.ledger.http;

import dev.meridian.inbox.UnitOfWork;
import dev.meridian.ledger.statement.Entries;
import dev.meridian.ledger.statement.EntryRecord;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.sql.SQLException;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** Single entries, explained. Runs on worker threads. */
@Path("/entries")
@Produces({MediaType.APPLICATION_JSON, Problem.MEDIA_TYPE})
public class EntryResource {
  private final Entries entries;
  private final UnitOfWork unitOfWork;

  EntryResource(Entries entries, UnitOfWork unitOfWork) {
    this.entries = entries;
    this.unitOfWork = unitOfWork;
  }

  @GET
  @Path("/{id}")
  @Operation(summary = "One entry with its postings, its cause and the request it serves")
  public EntryRecord get(@PathParam("id") String id) throws SQLException {
    return unitOfWork
        .inTransaction(c -> entries.find(c, id))
        .orElseThrow(() -> Problem.unknownEntry(id).exception());
  }
}
