/** Reading a payment over HTTP, and errors as RFC 9457 problems. */
@NullMarked
package dev.meridian.consumer.http;

import org.jspecify.annotations.NullMarked;
