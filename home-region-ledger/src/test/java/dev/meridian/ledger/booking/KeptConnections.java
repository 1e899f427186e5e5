package dev.meridian.ledger.booking;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Connections that are used again, as the service does: opening one costs more than a booking. */
final class KeptConnections {
  private static final int AT_MOST = 12;

  private KeptConnections() {}

  static DataSource to(PGSimpleDataSource database) throws SQLException {
    AgroalDataSourceConfigurationSupplier configuration =
        new AgroalDataSourceConfigurationSupplier()
            .connectionPoolConfiguration(
                pool ->
                    pool.maxSize(AT_MOST)
                        .acquisitionTimeout(Duration.ofMinutes(1))
                        .connectionFactoryConfiguration(
                            factory ->
                                factory
                                    .jdbcUrl(database.getUrl())
                                    .principal(
                                        new NamePrincipal(
                                            Objects.requireNonNull(database.getUser())))
                                    .credential(
                                        new SimplePassword(
                                            Objects.requireNonNullElse(
                                                database.getPassword(), "")))));
    return AgroalDataSource.from(configuration);
  }
}
