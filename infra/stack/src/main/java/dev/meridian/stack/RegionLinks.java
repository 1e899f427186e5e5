package dev.meridian.stack;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All links of a stack: one for each ordered pair of regions. Immutable. */
final class RegionLinks {

  private final Map<String, Map<String, Link>> byReaderBySource = new LinkedHashMap<>();

  RegionLinks(List<String> codes, Duration delay) {
    for (String source : codes) {
      Map<String, Link> byReader = new LinkedHashMap<>();
      for (String reader : codes) {
        if (!reader.equals(source)) {
          byReader.put(reader, new Link(source + "->" + reader, delay));
        }
      }
      byReaderBySource.put(source, byReader);
    }
  }

  /** Links by reader, from one source. */
  Map<String, Link> from(String source) {
    Map<String, Link> byReader = byReaderBySource.get(source);
    if (byReader == null) {
      throw new IllegalArgumentException("no region " + source);
    }
    return byReader;
  }

  /** Links by source, to one reader. */
  Map<String, Link> into(String reader) {
    Map<String, Link> bySource = new LinkedHashMap<>();
    byReaderBySource.forEach(
        (source, byReader) -> {
          Link link = byReader.get(reader);
          if (link != null) {
            bySource.put(source, link);
          }
        });
    return bySource;
  }

  /** All links from and to one region. */
  List<Link> of(String region) {
    List<Link> links = new ArrayList<>(from(region).values());
    links.addAll(into(region).values());
    return links;
  }

  List<Link> all() {
    return byReaderBySource.values().stream().flatMap(links -> links.values().stream()).toList();
  }
}
