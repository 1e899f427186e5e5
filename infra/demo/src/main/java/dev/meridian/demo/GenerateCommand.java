package dev.meridian.demo;

import dev.meridian.demo.load.AccountBook;
import dev.meridian.demo.load.AccountOpener;
import dev.meridian.demo.load.Generator;
import dev.meridian.demo.load.Producers;
import dev.meridian.demo.load.RegionAddress;
import dev.meridian.demo.load.RequestRecords;
import dev.meridian.demo.load.SentJournal;
import dev.meridian.demo.plan.Expected;
import dev.meridian.demo.plan.PaymentPlan;
import dev.meridian.demo.plan.PlanOptions;
import dev.meridian.id.RegionRegistry;
import dev.meridian.verifier.check.SentFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code generate}: the demo's load on a system that runs elsewhere. */
@Command(
    name = "generate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = "Opens accounts and sends a seeded plan of payments to running regions.")
final class GenerateCommand implements Callable<Integer> {
  private static final int MAX_PER_SECOND = 1_000_000;

  @Option(
      names = "--kafka",
      required = true,
      paramLabel = "<region=host:port>",
      description = "A region's Kafka; once per region.")
  private Map<String, String> kafkas;

  @Option(
      names = "--ledger",
      required = true,
      paramLabel = "<region=URL>",
      description = "A region's home-region-ledger; once per region.")
  private Map<String, URI> ledgers;

  @Option(
      names = "--registry",
      paramLabel = "<code=number,…>",
      defaultValue = "cn=1,eu=2,us=3",
      description = "MERIDIAN_REGIONS of the system. Default: ${DEFAULT-VALUE}.")
  private String registry;

  @Option(
      names = "--home",
      paramLabel = "<account or region>",
      defaultValue = "account",
      description = "MERIDIAN_HOME of the system. Default: ${DEFAULT-VALUE}.")
  private String home;

  @Option(
      names = "--seed",
      paramLabel = "<number>",
      description = "Default: another one each time; printed.")
  private @Nullable String seed;

  @Option(
      names = "--payments",
      paramLabel = "<number>",
      defaultValue = "" + DemoOptions.DEFAULT_PAYMENTS,
      description = "Default: ${DEFAULT-VALUE}.")
  private String payments;

  @Option(
      names = "--duplicates",
      paramLabel = "<percent>",
      defaultValue = DemoOptions.DEFAULT_DUPLICATE_PERCENT + "%",
      description = "Further records per hundred payments. Default: ${DEFAULT-VALUE}.")
  private String duplicates;

  @Option(
      names = "--rate",
      paramLabel = "<per second>",
      defaultValue = "" + DemoOptions.DEFAULT_PER_SECOND,
      description = "Over all regions; 0: as fast as they come. Default: ${DEFAULT-VALUE}.")
  private String rate;

  @Option(
      names = "--sent",
      paramLabel = "<file>",
      description = "Takes the list of what was sent, for verify.")
  private @Nullable Path sent;

  @Spec private CommandSpec spec;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  GenerateCommand() {}

  @Override
  public Integer call() throws IOException {
    Settings settings = settings();
    PaymentPlan plan = PaymentPlan.of(settings.plan);
    PrintWriter out = spec.commandLine().getOut();
    out.printf("seed %d, %,d records%n", settings.plan.seed(), plan.deliveries().size());
    AccountBook accounts =
        new AccountBook(
            settings.registry, new AccountOpener().open(plan.accounts(), settings.ledgers));
    SentJournal journal = new SentJournal();
    try (Producers producers = new Producers(settings.addresses)) {
      new Generator(producers, new RequestRecords(accounts, Instant.now()), journal)
          .send(plan.deliveries(), settings.perSecond, delivery -> {});
    }
    write(journal);
    tell(plan.expected(), out);
    return Main.PASSED;
  }

  /** The options, checked. */
  private record Settings(
      PlanOptions plan,
      int perSecond,
      RegionRegistry registry,
      List<RegionAddress> addresses,
      Map<String, URI> ledgers) {}

  private Settings settings() {
    try {
      List<RegionAddress> addresses = Addresses.of(kafkas, ledgers);
      List<String> regions = addresses.stream().map(RegionAddress::region).sorted().toList();
      return new Settings(
          new PlanOptions(
              OptionTexts.seed("--seed", seed),
              OptionTexts.number("--payments", payments, 1, PlanOptions.MAX_PAYMENTS),
              OptionTexts.percent("--duplicates", duplicates),
              regions),
          OptionTexts.number("--rate", rate, 0, MAX_PER_SECOND),
          RegionRegistry.parse(registry),
          addresses,
          homes(OptionTexts.home("--home", home, regions)));
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), String.valueOf(wrong.getMessage()), wrong);
    }
  }

  private Map<String, URI> homes(String mode) {
    if (!mode.startsWith(DemoOptions.SINGLE_HOME)) {
      return ledgers;
    }
    URI only = ledgers.get(mode.substring(DemoOptions.SINGLE_HOME.length()));
    if (only == null) {
      throw new IllegalStateException("the home was checked to be one of the regions");
    }
    Map<String, URI> homes = new HashMap<>();
    ledgers.keySet().forEach(region -> homes.put(region, only));
    return homes;
  }

  private void write(SentJournal journal) throws IOException {
    if (sent != null) {
      try (SentFile.Out file = SentFile.write(sent, new SentFile.Header(0, 0))) {
        journal.requests().forEach(file::add);
      }
    }
  }

  private static void tell(Expected expected, PrintWriter out) {
    out.printf(
        "sent %,d records: %,d payments must settle, %,d become DUPLICATE_OF, %,d be refused, %,d messages be parked%n",
        expected.sent(),
        expected.settled(),
        expected.duplicateOf(),
        expected.refusedInAll(),
        expected.parkedInAll());
    out.flush();
  }
}
