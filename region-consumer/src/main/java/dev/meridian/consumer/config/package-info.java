/** Settings, and how the parts are put together from them. */
@NullMarked
package dev.meridian.consumer.config;

import org.jspecify.annotations.NullMarked;
