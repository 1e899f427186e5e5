/** The service's one configuration, and the topics that follow from it. */
@org.jspecify.annotations.NullMarked
package dev.meridian.ledger.config;
