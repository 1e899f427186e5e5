/** Tests of config. */
@org.jspecify.annotations.NullMarked
package dev.meridian.ledger.config;
