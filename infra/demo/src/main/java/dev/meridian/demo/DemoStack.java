package dev.meridian.demo;

import dev.meridian.demo.load.RegionAddress;
import dev.meridian.demo.watch.RegionView;
import dev.meridian.id.RegionRegistry;
import dev.meridian.messages.Topics;
import dev.meridian.stack.Region;
import dev.meridian.stack.ServiceJars;
import dev.meridian.stack.Stack;
import dev.meridian.stack.TopicPlan;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/** The regions of a run, and the addresses under which load and watch see them. */
final class DemoStack implements AutoCloseable {
  private static final short ONE_REPLICA = 1;

  /** One instance of each service takes them all; on a laptop each more costs time at the start. */
  private static final int PARTITIONS = 3;

  /**
   * Copies of balances are for people who look; each second, they would cost a tenth of the run.
   */
  private static final String BALANCES_EVERY = "10s";

  /**
   * With three regions on two cores, and a link that is cut for 30 s, an answer that is on its way
   * takes longer than the services' default of 30 s: to ask again would only add to the load.
   */
  private static final String RESEND_AFTER = "90s,2m,10m,1h";

  private final DemoOptions options;
  private final Stack stack;
  private boolean closed;

  DemoStack(DemoOptions options, Path folder) {
    this(options, folder, UnaryOperator.identity());
  }

  /**
   * @param other changes of what the stack is otherwise
   */
  DemoStack(DemoOptions options, Path folder, UnaryOperator<Stack.Builder> other) {
    this.options = options;
    this.stack =
        other
            .apply(
                Stack.builder()
                    .regions(options.numbers())
                    .linkDelay(options.linkDelay())
                    .home(options.home())
                    .dataFolder(folder)
                    .topics(topics())
                    .ledgerEnv("MERIDIAN_BALANCES_EVERY", BALANCES_EVERY)
                    .ledgerEnv("MERIDIAN_RESEND_AFTER", RESEND_AFTER)
                    .consumerEnv("MERIDIAN_RESEND_AFTER", RESEND_AFTER)
                    .services(ServiceJars.inCheckout()))
            .build();
  }

  /** The one list of topics, as the stack wants it. */
  static TopicPlan topics() {
    return new MessageTopics();
  }

  /** Blocks until everything but the mirrors is ready. */
  void start() {
    stack.start();
  }

  Stack stack() {
    return stack;
  }

  RegionRegistry registry() {
    return RegionRegistry.parse(
        options.numbers().entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue())
            .collect(Collectors.joining(",")));
  }

  List<RegionAddress> addresses() {
    return stack.regions().stream()
        .map(
            region ->
                new RegionAddress(
                    region.code(), region.kafka().bootstrap(), URI.create(region.ledger().url())))
        .toList();
  }

  List<RegionView> views() {
    return stack.regions().stream().map(DemoStack::view).toList();
  }

  /** Which ledger opens the accounts that the plan puts into a region. */
  Map<String, URI> ledgers() {
    Map<String, URI> ledgers = new HashMap<>();
    for (String region : options.regions()) {
      String home = options.homeOf(region);
      ledgers.put(region, URI.create(stack.region(home).ledger().url()));
    }
    return ledgers;
  }

  static RegionView view(Region region) {
    return new RegionView(
        region.code(),
        region.kafka().bootstrap(),
        region.postgres().jdbcUrl(Region.CONSUMER_DATABASE),
        region.postgres().jdbcUrl(Region.LEDGER_DATABASE),
        region.postgres().user(),
        region.postgres().password(),
        region.redis().uri());
  }

  /** Blocks until everything is stopped; does nothing the second time. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      stack.close();
    }
  }

  private static final class MessageTopics implements TopicPlan {
    private final Topics topics = new Topics(PARTITIONS);

    @Override
    public List<NewTopic> topics(String region, List<String> all) {
      return topics.of(region, all).stream().map(MessageTopics::topic).toList();
    }

    @Override
    public List<String> mirrored(String source, String target) {
      return Topics.pulled(source, target);
    }

    private static NewTopic topic(Topics.Spec spec) {
      Map<String, String> settings =
          spec.compacted()
              ? Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT)
              : Map.of(TopicConfig.RETENTION_MS_CONFIG, Long.toString(spec.retention().toMillis()));
      return new NewTopic(spec.name(), spec.partitions(), ONE_REPLICA).configs(settings);
    }
  }
}
