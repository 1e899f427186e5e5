package dev.meridian.stack;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka cluster of one broker, in KRaft mode, on 127.0.0.1.
 *
 * <p>It creates no topic by itself. Clients of its own region use {@link #bootstrap}; another
 * region reads through a {@link Link} from a listener of its own, which is advertised at the link's
 * port, so none of its connections gets around the link. See {@link Node} for what blocks;
 * thread-safe.
 */
public final class KafkaBroker implements Node {

  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(15);

  private final BrokerSpec spec;
  private final Node node;

  private KafkaBroker(BrokerSpec spec) {
    this.spec = spec;
    this.node = Backend.chosen().kafka(spec, this::answers);
  }

  /** A broker in a folder that must be given. */
  public static Builder builder() {
    return new Builder();
  }

  /** What clients of its own region take as {@code bootstrap.servers}. */
  public String bootstrap() {
    return "127.0.0.1:" + spec.port();
  }

  /**
   * Where the listener for another region is bound: the target of its link.
   *
   * @throws IllegalArgumentException if the broker was built without a listener for it
   */
  public int linkPort(String reader) {
    return spec.listeners().stream()
        .filter(listener -> listener.reader().equals(reader))
        .mapToInt(LinkListener::port)
        .findAny()
        .orElseThrow(() -> new IllegalArgumentException(name() + " has no listener for " + reader));
  }

  /** Creates those topics that are not there yet; what exists is left as it is. */
  public void createTopics(Collection<NewTopic> topics) {
    try (Admin admin = admin()) {
      for (KafkaFuture<Void> creation : admin.createTopics(topics).values().values()) {
        awaitCreation(creation);
      }
    }
  }

  @Override
  public String name() {
    return node.name();
  }

  @Override
  public void start() {
    node.start();
  }

  @Override
  public void stop() {
    node.stop();
  }

  @Override
  public void kill() {
    node.kill();
  }

  @Override
  public boolean running() {
    return node.running();
  }

  @Override
  public Path log() {
    return node.log();
  }

  @Override
  public OptionalLong pid() {
    return node.pid();
  }

  private void awaitCreation(KafkaFuture<Void> creation) {
    try {
      creation.get(ANSWER_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw new StackException("cannot create a topic on " + name(), e);
      }
    } catch (TimeoutException e) {
      throw new StackException(name() + " took too long to create a topic", e);
    } catch (InterruptedException e) {
      throw StackException.interrupted("topics on " + name(), e);
    }
  }

  private boolean answers() throws Exception {
    // without a look at the port first, every try would make a client with threads of its own
    if (!Probes.listens(spec.port())) {
      return false;
    }
    try (Admin admin = admin()) {
      return !admin
          .describeCluster()
          .nodes()
          .get(ANSWER_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
          .isEmpty();
    }
  }

  private Admin admin() {
    return Admin.create(
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrap(),
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            Math.toIntExact(ANSWER_LIMIT.toMillis()),
            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
            Math.toIntExact(ANSWER_LIMIT.toMillis())));
  }

  /** Settings of a broker before it exists. */
  public static final class Builder {

    private String name = "kafka";
    private @Nullable Path dataFolder;
    private final List<LinkListener> listeners = new ArrayList<>();

    private Builder() {}

    /** The name in messages and of the log file; {@code kafka} by default. */
    public Builder name(String value) {
      name = value;
      return this;
    }

    /** Where data and log lie; created if absent, kept when the broker stops. Must be given. */
    public Builder dataFolder(Path value) {
      dataFolder = value;
      return this;
    }

    /** Adds a listener for another region, which clients are told to reach at the link's port. */
    public Builder listenerFor(String reader, int advertisedPort) {
      listeners.add(new LinkListener(reader, Ports.free(), advertisedPort));
      return this;
    }

    /** A broker with ports of its own that is not started yet. */
    public KafkaBroker build() {
      if (dataFolder == null) {
        throw new IllegalStateException("dataFolder is not set");
      }
      Path folder = dataFolder.toAbsolutePath();
      return new KafkaBroker(new BrokerSpec(name, folder, Ports.free(), Ports.free(), listeners));
    }
  }
}
