package dev.meridian.stack;

import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * One server of the stack: a child process, or a container.
 *
 * <p>A node keeps its ports and its data over {@link #stop} and {@link #kill}, so that {@link
 * #start} brings the same server back. All methods block until what they say has happened, or throw
 * {@link StackException}. Safe for use by several threads; starting and stopping exclude each
 * other, and {@code kill} may interrupt a start.
 */
public interface Node {

  /** The name in logs and messages, unique within a stack, for example {@code kafka-eu}. */
  String name();

  /** Starts it and waits until it is ready; does nothing if it runs. */
  void start();

  /** Asks it to end, and kills it when it does not within its limit; does nothing if it is down. */
  void stop();

  /** Ends it as {@code kill -9} does: no hook, no flush; does nothing if it is down. */
  void kill();

  /** Whether the process lives; says nothing about its readiness. */
  boolean running();

  /** Where its output goes; appended to over restarts. */
  Path log();

  /** The process id on this machine; empty when it is down or in a container. */
  OptionalLong pid();
}
