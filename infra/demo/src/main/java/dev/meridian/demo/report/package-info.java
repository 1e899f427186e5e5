/** What the services counted, held against what was planned, and how a person reads it. */
@org.jspecify.annotations.NullMarked
package dev.meridian.demo.report;
