package dev.meridian.id;

import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * Tells people how leasing goes while nobody waits for it yet: each kind of trouble once, until it
 * works again. Thread-safe. A logger that fails is nobody's reason to give out no ids.
 */
final class LeaseLog {

  private final IdKind kind;
  private final Region region;
  private final System.Logger logger;
  private @Nullable Class<?> told;

  LeaseLog(IdKind kind, Region region, System.Logger logger) {
    this.kind = kind;
    this.region = region;
    this.logger = logger;
  }

  /** It will be tried again. */
  void failed(LeaseException failure, long left) {
    tell(Level.WARNING, failure, "tried again until it works", left);
  }

  /** It won't be tried again before somebody needs a block. */
  void refused(Throwable refusal, long left) {
    tell(Level.ERROR, refusal, "calls will fail when these are used up", left);
  }

  /** A block was leased. */
  synchronized void worked() {
    if (told != null) {
      told = null;
      write(Level.INFO, "blocks of %s ids for %s are leased again".formatted(kind, region), null);
    }
  }

  private synchronized void tell(Level level, Throwable trouble, String whatFollows, long left) {
    if (trouble.getClass() != told) {
      told = trouble.getClass();
      write(
          level,
          "%s (%d %s ids for %s are left in the reserve; %s)"
              .formatted(Quoted.firstLine(trouble), left, kind, region, whatFollows),
          trouble);
    }
  }

  private void write(Level level, String line, @Nullable Throwable trouble) {
    try {
      logger.log(level, line, trouble);
    } catch (RuntimeException ofTheLogger) {
      told = null; // told the next time, maybe
    }
  }
}
