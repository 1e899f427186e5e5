package dev.meridian.id;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which database owns which kind: two databases that lease blocks of one kind would hand out the
 * same ids, so a kind has one owner, for good.
 *
 * <p>Every service's configuration must hold the same owners. Immutable and thread-safe.
 */
public final class KindOwners {

  private final Map<IdKind, String> owners;

  private KindOwners(Map<IdKind, String> owners) {
    this.owners = Collections.unmodifiableMap(owners);
  }

  /**
   * Reads {@code "pay=consumer,acc=ledger"}; blanks around entries and signs are ignored.
   *
   * @throws IllegalArgumentException if an entry is out of shape or a kind comes twice; the
   *     sentence names the entry and the way out
   */
  public static KindOwners parse(String text) {
    if (Objects.requireNonNull(text, "text").isBlank()) {
      throw new IllegalArgumentException(
          "the registry of kinds is empty; write at least one kind and the database that owns it, for example pay=consumer");
    }
    Map<IdKind, String> owners = new TreeMap<>();
    Stream.of(text.split(",", -1)).forEach(entry -> add(entry.strip(), owners));
    return new KindOwners(owners);
  }

  private static void add(String entry, Map<IdKind, String> owners) {
    String[] parts = entry.split("=", -1);
    if (parts.length != 2 || parts[1].isBlank()) {
      throw new IllegalArgumentException(
          "kind registry entry "
              + Quoted.of(entry)
              + " is not kind=database; write it like pay=consumer, entries separated by commas");
    }
    IdKind kind = new IdKind(parts[0].strip());
    String owner = owners.putIfAbsent(kind, parts[1].strip());
    if (owner != null) {
      throw new IllegalArgumentException(
          "kind %s stands in the registry twice, for %s and for %s; it can have one owner, keep that one"
              .formatted(kind, owner, parts[1].strip()));
    }
  }

  /**
   * The kind, if this database owns it.
   *
   * @throws IllegalArgumentException if it is unknown or another database's
   */
  public IdKind kind(String code, String database) {
    IdKind kind = new IdKind(code);
    checkOwner(kind, database);
    return kind;
  }

  /**
   * Lets a kind through that this database owns.
   *
   * @throws IllegalArgumentException if it is unknown or another database's
   */
  public void checkOwner(IdKind kind, String database) {
    String owner = owners.get(kind);
    if (owner == null) {
      throw new IllegalArgumentException(
          "kind %s is not in the registry (%s); add it there with the database that owns it"
              .formatted(kind, this));
    }
    if (!owner.equals(database)) {
      throw new IllegalArgumentException(
          "kind %s belongs to database %s, this is %s: its ids would be given out twice; draw them there, or take a kind of your own"
              .formatted(kind, owner, database));
    }
  }

  /** The kinds that this database owns, in their order. */
  public List<IdKind> of(String database) {
    return owners.entrySet().stream()
        .filter(entry -> entry.getValue().equals(database))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** All kinds with their owners. */
  Map<IdKind, String> owners() {
    return owners;
  }

  /** The text that {@link #parse} reads. */
  @Override
  public String toString() {
    return owners.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(","));
  }
}
