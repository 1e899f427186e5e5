/** Tests of the inbox on a real PostgreSQL, with a data source that fails as told. */
@NullMarked
package dev.meridian.inbox;

import org.jspecify.annotations.NullMarked;
