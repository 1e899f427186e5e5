package dev.meridian.id;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * What the database refuses because this module's tables, or the rights on them, are not there: our
 * own fault, which trying again doesn't mend. Source: PostgreSQL manual, appendix A, classes 42
 * (syntax error or access rule violation) and 3F (invalid schema name).
 */
final class SchemaFault {

  private static final String INSUFFICIENT_PRIVILEGE = "42501";

  /** The first table that isn't there, with the migration that makes it; who asks, and where. */
  private static final String MISSING =
      """
      SELECT to_regclass(needed.name) IS NULL AS missing,
             needed.name,
             needed.migration,
             current_setting('search_path') AS search_path,
             current_user                   AS role
        FROM (VALUES (1, 'id_block',    'V1001__create_id_block.sql'),
                     (2, 'id_lease',    'V1001__create_id_block.sql'),
                     (3, 'id_database', 'V1002__remember_registry_and_raise.sql'),
                     (4, 'id_region',   'V1002__remember_registry_and_raise.sql'),
                     (5, 'id_kind',     'V1002__remember_registry_and_raise.sql')
             ) AS needed (place, name, migration)
       ORDER BY to_regclass(needed.name) IS NOT NULL, needed.place
       LIMIT 1
      """;

  private SchemaFault() {}

  /** Whether this is one. */
  static boolean isOne(SQLException failure) {
    String state = failure.getSQLState();
    return state != null && (state.startsWith("42") || state.startsWith("3F"));
  }

  /** Says what is missing and how to mend it; asks the database, after rolling back. */
  static String sentence(Connection connection, SQLException failure) throws SQLException {
    connection.rollback();
    try (PreparedStatement query = connection.prepareStatement(MISSING);
        ResultSet row = query.executeQuery()) {
      row.next();
      if (row.getBoolean("missing")) {
        return "the table %s is not in the search path (%s): run the migration %s, which is at db/ids in id-generator's jar (a location for Flyway), or name the schema that holds it"
            .formatted(
                row.getString("name"), row.getString("search_path"), row.getString("migration"));
      }
      return INSUFFICIENT_PRIVILEGE.equals(failure.getSQLState())
          ? "%s: grant SELECT, INSERT, UPDATE and DELETE on the tables id_* to %s"
              .formatted(Quoted.firstLine(failure), row.getString("role"))
          : "%s: the tables id_* are not those of the migrations at db/ids in id-generator's jar (a location for Flyway), run those that are missing"
              .formatted(Quoted.firstLine(failure));
    }
  }
}
