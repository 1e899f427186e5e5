package dev.meridian.demo;

import dev.meridian.demo.disturb.ConsumerKill;
import dev.meridian.demo.report.DemoReport;
import java.util.Optional;

/**
 * What a run came to.
 *
 * @param report counts, measurements and the verifier's verdict
 * @param killed what the killed consumer brought, if one was killed
 * @param replayed how many records were published again
 */
public record DemoResult(DemoReport report, Optional<ConsumerKill.Outcome> killed, long replayed) {
  public boolean passed() {
    return report.passed();
  }
}
