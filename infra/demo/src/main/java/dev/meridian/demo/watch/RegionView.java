package dev.meridian.demo.watch;

import dev.meridian.verifier.collect.RegionAddress;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Where a region can be looked at.
 *
 * @param region the region's code
 * @param kafka {@code bootstrap.servers} of its own Kafka
 * @param consumerUrl JDBC URL of region-consumer's database
 * @param ledgerUrl JDBC URL of home-region-ledger's database
 * @param user may read both
 * @param password empty if none is asked for
 * @param redis URI of its Redis; null if its marks aren't to be judged
 */
public record RegionView(
    String region,
    String kafka,
    String consumerUrl,
    String ledgerUrl,
    String user,
    String password,
    @Nullable String redis) {

  private static final int CONNECT_LIMIT_SECONDS = 10;

  /** Unpooled connections to region-consumer's database. */
  public DataSource consumer() {
    return database(consumerUrl);
  }

  /** Unpooled connections to home-region-ledger's database. */
  public DataSource ledger() {
    return database(ledgerUrl);
  }

  /** The same place, as the verifier wants it. */
  public RegionAddress address() {
    return new RegionAddress(region, consumerUrl, ledgerUrl, user, password, kafka, redis);
  }

  private DataSource database(String url) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setURL(url);
    source.setUser(user);
    source.setPassword(password);
    source.setConnectTimeout(CONNECT_LIMIT_SECONDS);
    return source;
  }

  @Override
  public String toString() {
    return "%s (%s, %s, %s)".formatted(region, kafka, consumerUrl, ledgerUrl);
  }
}
