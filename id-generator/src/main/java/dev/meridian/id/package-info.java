/** Region-prefixed ids that rise without a clock. */
@org.jspecify.annotations.NullMarked
package dev.meridian.id;
