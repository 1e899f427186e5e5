/** Tests of the demo. */
@org.jspecify.annotations.NullMarked
package dev.meridian.demo.report;
