package dev.meridian.dedup;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys of a batch that is being worked on, as other instances see it; to be closed after the
 * commit. Decides nothing: it may expire, be lost or never be seen. Used by one thread.
 */
public final class Hold implements AutoCloseable {
  static final Hold NOTHING = new Hold(List.of(), new byte[0], null);

  private static final Logger LOG = System.getLogger(Hold.class.getName());

  private final List<String> names;
  private final byte[] owner;
  private final @Nullable MarkStore store;

  Hold(List<String> names, byte[] owner, @Nullable MarkStore store) {
    this.names = names;
    this.owner = owner;
    this.store = store;
  }

  /** Removes what is still its own; a failure leaves it to expire. Doesn't throw. */
  @Override
  public void close() {
    if (store != null && !names.isEmpty()) {
      try {
        store.removeIfEqual(names, owner);
      } catch (RuntimeException e) {
        LOG.log(Level.DEBUG, "In-flight claims are left to expire", e);
      }
    }
  }
}
