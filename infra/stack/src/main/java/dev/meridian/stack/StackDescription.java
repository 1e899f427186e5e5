package dev.meridian.stack;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The addresses of a running stack, for programs that were not the ones to start it. A stack keeps
 * it as {@value #FILE} in its data folder.
 *
 * @param regions in the stack's order
 */
public record StackDescription(List<RegionAddresses> regions) {

  /** The file's name. */
  public static final String FILE = "stack.properties";

  private static final String CODES = "regions";

  /** Copies the list. */
  public StackDescription {
    regions = List.copyOf(regions);
  }

  /** One region's addresses. */
  public RegionAddresses region(String code) {
    return regions.stream()
        .filter(region -> region.code().equals(code))
        .findAny()
        .orElseThrow(() -> new IllegalArgumentException("no region " + code));
  }

  /**
   * Reads what a stack wrote.
   *
   * @param folder the stack's data folder
   */
  public static StackDescription read(Path folder) {
    Path file = folder.resolve(FILE);
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new StackException("cannot read " + file, e);
    }
    List<RegionAddresses> regions = new ArrayList<>();
    for (String code : list(properties, CODES)) {
      regions.add(region(properties, code));
    }
    return new StackDescription(regions);
  }

  void write(Path folder) {
    Properties properties = new Properties();
    properties.setProperty(
        CODES, String.join(",", regions.stream().map(RegionAddresses::code).toList()));
    regions.forEach(region -> put(properties, region));
    PropertyFiles.write(folder.resolve(FILE), properties);
  }

  private static void put(Properties properties, RegionAddresses region) {
    String prefix = region.code() + ".";
    properties.setProperty(prefix + "number", Integer.toString(region.number()));
    properties.setProperty(prefix + "kafka", region.kafka());
    properties.setProperty(prefix + "postgres.consumer", region.consumerJdbcUrl());
    properties.setProperty(prefix + "postgres.ledger", region.ledgerJdbcUrl());
    properties.setProperty(prefix + "redis", region.redis());
    properties.setProperty(prefix + "http.consumer", String.join(",", region.consumerUrls()));
    properties.setProperty(prefix + "http.ledger", String.join(",", region.ledgerUrls()));
  }

  private static RegionAddresses region(Properties properties, String code) {
    String prefix = code + ".";
    return new RegionAddresses(
        code,
        Integer.parseInt(value(properties, prefix + "number")),
        value(properties, prefix + "kafka"),
        value(properties, prefix + "postgres.consumer"),
        value(properties, prefix + "postgres.ledger"),
        value(properties, prefix + "redis"),
        list(properties, prefix + "http.consumer"),
        list(properties, prefix + "http.ledger"));
  }

  private static List<String> list(Properties properties, String key) {
    return Stream.of(value(properties, key).split(",", -1)).filter(one -> !one.isEmpty()).toList();
  }

  private static String value(Properties properties, String key) {
    String value = properties.getProperty(key);
    if (value == null) {
      throw new StackException(FILE + " has no " + key);
    }
    return value;
  }
}
