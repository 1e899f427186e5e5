package dev.meridian.stack;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * One region of a {@link Stack}: its broker, its database server, its Redis, its MirrorMaker and
 * its services. Thread-safe; what blocks says so.
 */
public final class Region {

  /** The database of region-consumer. */
  public static final String CONSUMER_DATABASE = "consumer";

  /** The database of home-region-ledger. */
  public static final String LEDGER_DATABASE = "ledger";

  /** As whom home-region-ledger works on its tables, which belong to the server's superuser. */
  private static final String LEDGER_ROLE = "ledger_app";

  private final String code;
  private final StackSpec stack;
  private final Path folder;
  private final KafkaBroker kafka;
  private final PostgresServer postgres;
  private final RedisServer redis;
  private final Optional<MirrorMaker> mirrorMaker;
  private final List<ServiceProcess> consumers = new CopyOnWriteArrayList<>();
  private final List<ServiceProcess> ledgers = new CopyOnWriteArrayList<>();

  Region(String code, StackSpec stack, RegionLinks links) {
    this.code = code;
    this.stack = stack;
    this.folder = stack.folder().resolve(code);
    this.kafka = kafka(links);
    this.postgres =
        PostgresServer.builder()
            .name("postgres-" + code)
            .dataFolder(folder.resolve("postgres"))
            .durable(stack.durable())
            .build();
    this.redis = new RedisServer("redis-" + code, folder.resolve("redis"));
    this.mirrorMaker = mirrorMaker(links);
    if (stack.services() != null) {
      newConsumer(Map.of());
      newLedger(Map.of());
    }
  }

  /** Its code, for example {@code eu}. */
  public String code() {
    return code;
  }

  /** Its number in ids. */
  public int number() {
    return stack.number(code);
  }

  /** Its broker. */
  public KafkaBroker kafka() {
    return kafka;
  }

  /** Its database server, with databases {@code consumer} and {@code ledger}. */
  public PostgresServer postgres() {
    return postgres;
  }

  /** Its Redis. */
  public RedisServer redis() {
    return redis;
  }

  /**
   * Its MirrorMaker.
   *
   * @throws IllegalStateException if there is nothing to mirror, as in a stack of one region
   */
  public MirrorMaker mirrorMaker() {
    return mirrorMaker.orElseThrow(
        () -> new IllegalStateException("nothing is mirrored into " + code));
  }

  /**
   * The first region-consumer.
   *
   * @throws IllegalStateException in a stack without services
   */
  public ServiceProcess consumer() {
    return first(consumers);
  }

  /**
   * The first home-region-ledger.
   *
   * @throws IllegalStateException in a stack without services
   */
  public ServiceProcess ledger() {
    return first(ledgers);
  }

  /** All instances of region-consumer, also those that are down. */
  public List<ServiceProcess> consumers() {
    return List.copyOf(consumers);
  }

  /** All instances of home-region-ledger, also those that are down. */
  public List<ServiceProcess> ledgers() {
    return List.copyOf(ledgers);
  }

  /**
   * Starts one more region-consumer beside the others; blocks until it is ready.
   *
   * @param environment over the stack's
   */
  public ServiceProcess addConsumer(Map<String, String> environment) {
    ServiceProcess added = newConsumer(environment);
    added.start();
    return added;
  }

  /**
   * Starts one more home-region-ledger beside the others; blocks until it is ready.
   *
   * @param environment over the stack's
   */
  public ServiceProcess addLedger(Map<String, String> environment) {
    ServiceProcess added = newLedger(environment);
    added.start();
    return added;
  }

  /** Everything in this region that runs or may run. */
  public List<Node> nodes() {
    List<Node> nodes = new ArrayList<>(List.of(kafka, postgres, redis));
    mirrorMaker.ifPresent(nodes::add);
    nodes.addAll(services());
    return nodes;
  }

  List<ServiceProcess> services() {
    List<ServiceProcess> services = new ArrayList<>(consumers);
    services.addAll(ledgers);
    return services;
  }

  Optional<MirrorMaker> mirrorMakerIfAny() {
    return mirrorMaker;
  }

  void startKafka() {
    kafka.start();
    kafka.createTopics(stack.topics().topics(code, stack.codes()));
  }

  void startPostgres() {
    postgres.start();
    postgres.createDatabase(CONSUMER_DATABASE);
    postgres.createDatabase(LEDGER_DATABASE);
    postgres.createRole(LEDGER_ROLE);
  }

  private KafkaBroker kafka(RegionLinks links) {
    KafkaBroker.Builder builder =
        KafkaBroker.builder().name("kafka-" + code).dataFolder(folder.resolve("kafka"));
    links.from(code).forEach((reader, link) -> builder.listenerFor(reader, link.port()));
    KafkaBroker broker = builder.build();
    links.from(code).forEach((reader, link) -> link.target(broker.linkPort(reader)));
    return broker;
  }

  private Optional<MirrorMaker> mirrorMaker(RegionLinks links) {
    List<Upstream> upstreams = new ArrayList<>();
    links
        .into(code)
        .forEach(
            (source, link) -> {
              List<String> topics = stack.topics().mirrored(source, code);
              if (!topics.isEmpty()) {
                upstreams.add(new Upstream(source, "127.0.0.1:" + link.port(), topics));
              }
            });
    return upstreams.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new MirrorMaker(
                new MirrorSpec(
                    "mirror-maker-" + code,
                    folder.resolve("mirror-maker"),
                    code,
                    kafka.bootstrap(),
                    upstreams)));
  }

  private ServiceProcess newConsumer(Map<String, String> environment) {
    Map<String, String> all = environment(CONSUMER_DATABASE);
    all.putAll(stack.consumerEnvironment());
    all.putAll(environment);
    return newService("region-consumer", jars().regionConsumer(), all, consumers);
  }

  private ServiceProcess newLedger(Map<String, String> environment) {
    Map<String, String> all = environment(LEDGER_DATABASE);
    all.put("QUARKUS_DATASOURCE_USERNAME", LEDGER_ROLE);
    all.put("QUARKUS_DATASOURCE_PASSWORD", LEDGER_ROLE);
    all.put("QUARKUS_FLYWAY_USERNAME", postgres.user());
    all.put("QUARKUS_FLYWAY_PASSWORD", postgres.password());
    all.putAll(stack.ledgerEnvironment());
    all.putAll(environment);
    return newService("home-region-ledger", jars().homeRegionLedger(), all, ledgers);
  }

  private synchronized ServiceProcess newService(
      String service, Path jar, Map<String, String> environment, List<ServiceProcess> among) {
    String number = among.isEmpty() ? "" : "-" + (among.size() + 1);
    ServiceProcess added =
        new ServiceProcess(
            new ServiceSpec(
                service + "-" + code + number,
                folder.resolve(service),
                jar,
                stack.serviceJvmOptions(),
                environment));
    among.add(added);
    return added;
  }

  /** The services read exactly these names; the HTTP port comes with the process. */
  private Map<String, String> environment(String database) {
    Map<String, String> environment = new HashMap<>();
    environment.put("QUARKUS_DATASOURCE_JDBC_URL", postgres.jdbcUrl(database));
    environment.put("QUARKUS_DATASOURCE_USERNAME", postgres.user());
    environment.put("QUARKUS_DATASOURCE_PASSWORD", postgres.password());
    environment.put("KAFKA_BOOTSTRAP_SERVERS", kafka.bootstrap());
    environment.put("MERIDIAN_REPLICAS_AT_LEAST", "1"); // one broker per region
    environment.put("QUARKUS_REDIS_HOSTS", redis.uri());
    environment.put("MERIDIAN_REGION", code);
    environment.put("MERIDIAN_REGIONS", stack.registry());
    environment.put("MERIDIAN_HOME", stack.home());
    environment.putAll(stack.serviceEnvironment());
    return environment;
  }

  private ServiceJars jars() {
    ServiceJars jars = stack.services();
    if (jars == null) {
      throw new IllegalStateException("this stack was built without services");
    }
    return jars;
  }

  private ServiceProcess first(List<ServiceProcess> services) {
    if (services.isEmpty()) {
      throw new IllegalStateException("this stack was built without services");
    }
    return services.get(0);
  }
}
