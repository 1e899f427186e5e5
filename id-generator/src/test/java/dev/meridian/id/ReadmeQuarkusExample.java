package dev.meridian.id;

import dev.meridian.id.quarkus.OfKind;
import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

/** What the README shows of Quarkus, compiled. */
final class ReadmeQuarkusExample {

  private ReadmeQuarkusExample() {}

  @SuppressWarnings({"NullAway.Init", "ClassCanBeStatic"}) // as it stands in a file of its own
  @Path("/invoices")
  public class Invoices {
    @Inject
    @OfKind("inv")
    IdGenerator ids;

    @POST
    public RegionId open() {
      return ids.nextId();
    }
  }
}
