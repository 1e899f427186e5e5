package dev.meridian.stack;

import java.nio.file.Path;

/**
 * What both kinds of PostgreSQL server need to know.
 *
 * @param folder for data and log; of this server alone
 * @param port on 127.0.0.1
 * @param durable whether a commit waits for the disk, which only a crash of the machine can tell
 */
record PostgresSpec(String name, Path folder, int port, boolean durable) {}
