/** Benchmarks of the libraries beside their peers, one package per library. */
@org.jspecify.annotations.NullMarked
package dev.meridian.bench;
