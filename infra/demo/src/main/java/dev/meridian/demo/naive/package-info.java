/** What many build first: a consumer that processes at least once and knows no duplicates. */
@org.jspecify.annotations.NullMarked
package dev.meridian.demo.naive;
