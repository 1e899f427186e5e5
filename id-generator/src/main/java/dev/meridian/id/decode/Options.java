package dev.meridian.id.decode;

import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stands on the command line. */
record Options(
    String id, @Nullable String database, @Nullable String kind, @Nullable String regions) {

  /**
   * @throws IllegalArgumentException saying which argument is wrong
   */
  static Options parse(String... arguments) {
    String id = null;
    String database = null;
    String kind = null;
    String regions = null;
    Iterator<String> rest = List.of(arguments).iterator();
    while (rest.hasNext()) {
      String argument = rest.next();
      switch (argument) {
        case "--database" -> database = value(argument, rest);
        case "--kind" -> kind = value(argument, rest);
        case "--regions" -> regions = value(argument, rest);
        default -> {
          if (id != null || argument.startsWith("-")) {
            throw new IllegalArgumentException("what is " + argument + "?");
          }
          id = argument;
        }
      }
    }
    if (id == null) {
      throw new IllegalArgumentException("which id?");
    }
    return new Options(id, database, kind, regions);
  }

  private static String value(String option, Iterator<String> rest) {
    if (!rest.hasNext()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return rest.next();
  }
}
