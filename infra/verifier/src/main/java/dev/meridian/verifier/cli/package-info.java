/** The command line: collect, check. */
@org.jspecify.annotations.NullMarked
package dev.meridian.verifier.cli;
