package dev.meridian.stack;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Any number of regions on this machine, with links between them.
 *
 * <p>A stack is built, started once and closed once. Regions share nothing but the links: broker R
 * has a listener per other region, reached through a link of its own, and MirrorMaker R pulls
 * through those. The servers run as child processes, or in containers with {@code
 * -Dmeridian.stack=containers}; MirrorMaker and the services are child processes in both cases. No
 * child outlives this JVM, however it ends. Thread-safe; what blocks says so.
 */
public final class Stack implements AutoCloseable {

  private final StackSpec spec;
  private final RegionLinks links;
  private final Map<String, Region> regions = new LinkedHashMap<>();
  private final StackStart start;
  private final AtomicBoolean closed = new AtomicBoolean();

  private Stack(StackSpec spec) {
    this.spec = spec;
    this.links = new RegionLinks(spec.codes(), spec.linkDelay());
    spec.codes().forEach(code -> regions.put(code, new Region(code, spec, links)));
    this.start = new StackStart(regions());
  }

  /** A stack without services, topics and delay, in a temporary folder, until told otherwise. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Starts everything, in parallel where one doesn't need the other; blocks until all servers and
   * services are ready. The MirrorMakers start beside the services and may take a little longer:
   * see {@link #awaitMirrors}.
   *
   * @throws StackException if anything fails to start; everything is stopped again then
   */
  public void start() {
    try {
      start.run();
      describe();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Blocks until the MirrorMakers have started.
   *
   * @throws StackException if one has failed to
   */
  public void awaitMirrors() {
    start.awaitMirrors();
  }

  /** All regions, in the order they were given. */
  public List<Region> regions() {
    return List.copyOf(regions.values());
  }

  /**
   * One region.
   *
   * @throws IllegalArgumentException if there is none of this code
   */
  public Region region(String code) {
    Region region = regions.get(code);
    if (region == null) {
      throw new IllegalArgumentException("no region " + code + " among " + regions.keySet());
    }
    return region;
  }

  /** The link through which {@code reader} reads from {@code source}. */
  public Link link(String source, String reader) {
    Link link = links.from(source).get(reader);
    if (link == null) {
      throw new IllegalArgumentException("no link " + source + "->" + reader);
    }
    return link;
  }

  /** Cuts all links from and to a region; does not block. */
  public void cut(String region) {
    links.of(region).forEach(Link::cut);
  }

  /** Heals all links from and to a region; does not block. */
  public void heal(String region) {
    links.of(region).forEach(Link::heal);
  }

  /** Everything that runs or may run, for measuring and for listing logs. */
  public List<Node> nodes() {
    List<Node> nodes = new ArrayList<>();
    regions.values().forEach(region -> nodes.addAll(region.nodes()));
    return nodes;
  }

  /** Where data and logs lie, a folder per region. */
  public Path dataFolder() {
    return spec.folder();
  }

  /** The addresses as they are now; writes them to the data folder, too. */
  public StackDescription describe() {
    StackDescription description =
        new StackDescription(regions.values().stream().map(RegionAddresses::of).toList());
    description.write(spec.folder());
    return description;
  }

  /**
   * Stops everything: services first, then MirrorMakers and servers; blocks for seconds. A second
   * call does nothing.
   */
  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      start.close();
      links.all().forEach(Link::close);
    }
  }

  /** Settings of a stack before it exists. */
  public static final class Builder {

    private final Map<String, Integer> regions = new LinkedHashMap<>();
    private final List<String> serviceJvmOptions = new ArrayList<>();
    private final Map<String, String> serviceEnvironment = new LinkedHashMap<>();
    private final Map<String, String> consumerEnvironment = new LinkedHashMap<>();
    private final Map<String, String> ledgerEnvironment = new LinkedHashMap<>();
    private Duration linkDelay = Duration.ZERO;
    private String home = "account";
    private boolean durable;
    private TopicPlan topics = TopicPlan.none();
    private @Nullable ServiceJars services;
    private @Nullable Path dataFolder;

    private Builder() {}

    /** Regions by code, numbered from 1 in this order. */
    public Builder regions(String... codes) {
      regions.clear();
      for (String code : codes) {
        regions.put(code, regions.size() + 1);
      }
      return this;
    }

    /** Regions by code with the numbers that their ids carry; the map's order is kept. */
    public Builder regions(Map<String, Integer> numbers) {
      regions.clear();
      regions.putAll(numbers);
      return this;
    }

    /** The delay of every link, each way; none by default. */
    public Builder linkDelay(Duration value) {
      linkDelay = value;
      return this;
    }

    /** Where data and logs go, kept at the end; by default a temporary folder, deleted then. */
    public Builder dataFolder(Path value) {
      dataFolder = value;
      return this;
    }

    /** MERIDIAN_HOME: {@code account} (the default) or {@code single:<code>}. */
    public Builder home(String value) {
      home = value;
      return this;
    }

    /** Whether PostgreSQL waits for the disk; see {@link PostgresServer.Builder#durable}. */
    public Builder durable(boolean value) {
      durable = value;
      return this;
    }

    /** The topics to create and to mirror; none by default. */
    public Builder topics(TopicPlan value) {
      topics = value;
      return this;
    }

    /** Runs one of each service per region; without this, a stack is brokers and databases. */
    public Builder services(ServiceJars value) {
      services = value;
      return this;
    }

    /** An option for the services' JVMs, after ours, so it wins. */
    public Builder serviceJvmOption(String option) {
      serviceJvmOptions.add(option);
      return this;
    }

    /** An environment entry for both services in all regions. */
    public Builder serviceEnv(String name, String value) {
      serviceEnvironment.put(name, value);
      return this;
    }

    /** An environment entry for region-consumer in all regions. */
    public Builder consumerEnv(String name, String value) {
      consumerEnvironment.put(name, value);
      return this;
    }

    /** An environment entry for home-region-ledger in all regions. */
    public Builder ledgerEnv(String name, String value) {
      ledgerEnvironment.put(name, value);
      return this;
    }

    /** A stack with all its ports, of which only the links listen yet. */
    public Stack build() {
      return new Stack(
          new StackSpec(
              regions,
              linkDelay,
              folder(),
              home,
              durable,
              topics,
              services,
              serviceJvmOptions,
              serviceEnvironment,
              consumerEnvironment,
              ledgerEnvironment));
    }

    private Path folder() {
      if (dataFolder != null) {
        return Folders.create(dataFolder.toAbsolutePath());
      }
      Path temporary = Folders.fresh("stack");
      Guardian.ofThisJvm().deleteAtEnd(temporary);
      return temporary;
    }
  }
}
