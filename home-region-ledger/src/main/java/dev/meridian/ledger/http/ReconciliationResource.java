package dev.meridian.ledger.http;

import dev.meridian.ledger.health.Meters;
import dev.meridian.ledger.reconciliation.Reconciliation;
import dev.meridian.ledger.reconciliation.Report;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** Reconciles on demand. Runs on worker threads, for as long as the checks take. */
@Path("/reconciliations")
@Produces({MediaType.APPLICATION_JSON, Problem.MEDIA_TYPE})
public class ReconciliationResource {
  private final Reconciliation reconciliation;
  private final Meters meters;

  ReconciliationResource(Reconciliation reconciliation, Meters meters) {
    this.reconciliation = reconciliation;
    this.meters = meters;
  }

  /** A report. */
  public record ReportView(
      String home,
      Instant asOf,
      double tookSeconds,
      long differences,
      List<Report.Result> results) {}

  @POST
  @Operation(
      summary = "Reconciles now, in one snapshot",
      description =
          "Per entry, account, leg, and pair of regions; each difference names entries. 409 while one runs.")
  public ReportView run() throws SQLException {
    Report report = reconciliation.run().orElseThrow(() -> Problem.reconciling().exception());
    meters.reconciled(report);
    return view(report);
  }

  @GET
  @Path("/latest")
  @Operation(summary = "The latest report of this instance")
  public ReportView latest() {
    return reconciliation
        .latest()
        .map(ReconciliationResource::view)
        .orElseThrow(() -> Problem.notReconciled().exception());
  }

  private static ReportView view(Report report) {
    return new ReportView(
        report.home(),
        report.asOf(),
        report.took().toMillis() / 1_000.0,
        report.differences(),
        report.results());
  }
}
