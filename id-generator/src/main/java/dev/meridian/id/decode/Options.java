package dev.meridian.id.decode;

import dev.meridian.id.IdKind;
import dev.meridian.id.RegionRegistry;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What stands on the command line.
 *
 * @param id as it was given out, or its 64 bits as a decimal number
 * @param database the JDBC address of a PostgreSQL database
 * @param kind of a number
 * @param regions those there are
 */
record Options(
    String id, @Nullable String database, @Nullable IdKind kind, @Nullable RegionRegistry regions) {

  private static final List<String> NAMES = List.of("--database", "--kind", "--regions");
  private static final String POSTGRESQL = "jdbc:postgresql:";

  /**
   * @throws IllegalArgumentException saying which argument is wrong and what would be right
   */
  Options {
    boolean isNumber = isNumber(id);
    if (isNumber && (kind == null || regions == null)) {
      throw new IllegalArgumentException(
          "a number needs --kind and --regions, for example --kind pay --regions cn=1,eu=2");
    }
    if (!isNumber && kind != null) {
      throw new IllegalArgumentException(
          "--kind is for numbers: " + id + " begins with its kind; leave --kind out");
    }
    if (database != null && !database.startsWith(POSTGRESQL)) {
      throw new IllegalArgumentException(
          "--database is not an address of PostgreSQL; write it like jdbc:postgresql://127.0.0.1:5432/consumer");
    }
  }

  /**
   * @throws IllegalArgumentException saying which argument is wrong and what would be right
   */
  static Options parse(String... arguments) {
    String id = null;
    Map<String, String> values = new HashMap<>();
    Iterator<String> rest = List.of(arguments).iterator();
    while (rest.hasNext()) {
      String argument = rest.next();
      if (NAMES.contains(argument)) {
        if (values.put(argument, valueOf(argument, rest)) != null) {
          throw new IllegalArgumentException(argument + " stands there twice; keep one");
        }
      } else if (argument.startsWith("-")) {
        throw new IllegalArgumentException("there is no option " + argument);
      } else if (id != null) {
        throw new IllegalArgumentException(argument + " is one id too many: one at a time");
      } else {
        id = argument;
      }
    }
    if (id == null) {
      throw new IllegalArgumentException("no id is given; write it first");
    }
    String kind = values.get("--kind");
    String regions = values.get("--regions");
    return new Options(
        id,
        values.get("--database"),
        kind == null ? null : new IdKind(kind),
        regions == null ? null : RegionRegistry.parse(regions));
  }

  private static String valueOf(String option, Iterator<String> rest) {
    String value = rest.hasNext() ? rest.next() : "";
    if (value.isBlank() || value.startsWith("--")) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return value;
  }

  /** Whether the id is given as its 64 bits. */
  boolean isNumber() {
    return isNumber(id);
  }

  private static boolean isNumber(String id) {
    return id.matches("[0-9]+");
  }
}
