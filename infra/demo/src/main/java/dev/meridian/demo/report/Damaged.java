package dev.meridian.demo.report;

import dev.meridian.verifier.check.Report;

/**
 * What was damaged on purpose after a first verdict.
 *
 * @param fault as the command line names it
 * @param region in whose database
 * @param businessKey of the payment that was damaged
 * @param before the verdict before
 */
public record Damaged(String fault, String region, String businessKey, Report before) {
  String words() {
    return "before the damage: %s; then --break %s in %s, payment %s:"
        .formatted(before.passed() ? "PASS on every line" : "FAIL", fault, region, businessKey);
  }
}
