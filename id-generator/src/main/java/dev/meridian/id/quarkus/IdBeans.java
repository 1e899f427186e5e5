package dev.meridian.id.quarkus;

import dev.meridian.id.BlockStore;
import dev.meridian.id.IdGenerator;
import dev.meridian.id.IdKind;
import dev.meridian.id.KindOwners;
import dev.meridian.id.PostgresBlockStore;
import dev.meridian.id.Region;
import dev.meridian.id.RegionRegistry;
import dev.meridian.id.StartCheck;
import io.quarkus.arc.DefaultBean;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.inject.Singleton;
import java.lang.annotation.Annotation;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.Config;

/**
 * Generators to inject, one per kind, over the application's default data source.
 *
 * <p>Settings: {@code meridian.ids.regions} ({@code cn=1,eu=2}), {@code meridian.ids.region} (this
 * one's code), {@code meridian.ids.kinds} ({@code inv=invoices}, the owners of kinds), {@code
 * meridian.ids.database} (what the owners call this database), {@code meridian.ids.min-epoch} (0),
 * {@code meridian.ids.node} (for the lease log; the host's name).
 *
 * <p>Each bean gives way to one of the same type that the application makes. The first generator
 * runs {@link StartCheck} before it gives out anything. Migrations are at {@code db/ids}.
 */
@Singleton
public class IdBeans {

  private static final String PREFIX = "meridian.ids.";

  private final Map<IdKind, IdGenerator> generators = new ConcurrentHashMap<>();

  @Produces
  @Singleton
  @DefaultBean
  RegionRegistry regions(Config config) {
    return RegionRegistry.parse(text(config, "regions"));
  }

  @Produces
  @Singleton
  @DefaultBean
  KindOwners owners(Config config) {
    return KindOwners.parse(text(config, "kinds"));
  }

  @Produces
  @Singleton
  @DefaultBean
  BlockStore store(
      DataSource dataSource, RegionRegistry regions, KindOwners owners, Config config) {
    new StartCheck(dataSource, regions, owners, text(config, "database")).run();
    String node = optional(config, "node", String.class).orElseGet(IdBeans::hostName);
    int minEpoch = optional(config, "min-epoch", Integer.class).orElse(0);
    return new PostgresBlockStore(dataSource, node, minEpoch);
  }

  /** Read when a bean is made: an application with beans of its own has none of these settings. */
  private static String text(Config config, String setting) {
    return config.getValue(PREFIX + setting, String.class);
  }

  private static <T> Optional<T> optional(Config config, String setting, Class<T> type) {
    return config.getOptionalValue(PREFIX + setting, type);
  }

  private static String hostName() {
    return System.getenv().getOrDefault("HOSTNAME", "local");
  }

  @Produces
  @Dependent
  @OfKind("")
  IdGenerator generator(
      InjectionPoint place,
      BlockStore store,
      RegionRegistry regions,
      KindOwners owners,
      Config config) {
    IdKind kind = owners.kind(kindAskedFor(place), text(config, "database"));
    Region here = regions.region(text(config, "region"));
    return generators.computeIfAbsent(kind, k -> new IdGenerator(k, here, store));
  }

  private static String kindAskedFor(InjectionPoint place) {
    for (Annotation qualifier : place.getQualifiers()) {
      if (qualifier instanceof OfKind ofKind) {
        return ofKind.value();
      }
    }
    throw new IllegalStateException("an injected generator needs @OfKind");
  }

  @PreDestroy
  void close() {
    generators.values().forEach(IdGenerator::close);
  }
}
