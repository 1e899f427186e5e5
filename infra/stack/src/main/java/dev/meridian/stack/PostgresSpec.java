package dev.meridian.stack;

import java.nio.file.Path;
import java.util.Map;

/**
 * What both kinds of PostgreSQL server need to know.
 *
 * @param folder for data and log; of this server alone
 * @param port on 127.0.0.1
 * @param durable whether a commit waits for the disk, which only a crash of the machine can tell
 */
record PostgresSpec(String name, Path folder, int port, boolean durable) {

  /** Lines of postgresql.conf that hold wherever it runs: small, quick, English, in UTC. */
  Map<String, String> settings() {
    String waitForDisk = durable ? "on" : "off";
    return Map.ofEntries(
        Map.entry("max_connections", "200"),
        Map.entry("shared_buffers", "64MB"),
        Map.entry("fsync", waitForDisk),
        Map.entry("full_page_writes", waitForDisk),
        Map.entry("jit", "off"),
        Map.entry("lc_messages", "C"),
        Map.entry("timezone", "UTC"),
        Map.entry("log_timezone", "UTC"),
        Map.entry("log_line_prefix", "%m [%p] %q%a@%d "),
        Map.entry("log_checkpoints", "off"),
        // what a replica may be behind after its stream was cut
        Map.entry("wal_keep_size", "256MB"));
  }
}
