package brine.lab.postgresql;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Properties;

/** PostgreSQL's own server, started for one run of the lab. Its commits are durable, which is checked. Thread-safe. */
public final class PostgresqlServer implements AutoCloseable {

  /** The database that every server has. */
  public static final String DATABASE = "postgres";

  /**
   * How many connections it takes. The logs of all cases that take turns stay open, so that those of callers take more
   * than the 100 of the default, together.
   */
  public static final int CONNECTIONS = 250;

  private final org.postgresql.Driver driver = new org.postgresql.Driver();
  private final EmbeddedPostgres server;
  private final Path data;
  private final Path kept;

  /**
   * Starts a server.
   *
   * @param folder a folder for its data
   * @param kept the folder of its programs; they are unpacked if they are not there
   */
  public PostgresqlServer(Path folder, Path kept) throws IOException, SQLException {
    this.data = folder.resolve("data");
    this.kept = kept;
    // The library starts servers for tests, without durability unless it is told.
    server =
        EmbeddedPostgres.builder()
            .setPgBinaryResolver(new Programs(kept))
            .setOverrideWorkingDirectory(kept.toFile())
            .setDataDirectory(data)
            .setCleanDataDirectory(true)
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("full_page_writes", "on")
            .setServerConfig("max_connections", String.valueOf(CONNECTIONS))
            .setPGStartupWait(Duration.ofSeconds(40))
            .start();
    try {
      checkDurability();
    } catch (SQLException | RuntimeException failure) {
      server.close();
      throw failure;
    }
  }

  /**
   * The address of a database for the driver. Inserts of a batch are rewritten to inserts of many rows.
   *
   * @param isDurable whether a commit waits until it is durable
   */
  public String url(String database, boolean isDurable) {
    return server.getJdbcUrl("postgres", database)
        + "&reWriteBatchedInserts=true"
        + (isDurable ? "" : "&options=-c%20synchronous_commit=off");
  }

  /** A new connection to a database. */
  public Connection connect(String database, boolean isDurable) throws SQLException {
    return driver.connect(url(database, isDurable), new Properties());
  }

  /** Executes a statement that returns no rows, outside a transaction. */
  public void execute(String database, String sql) throws SQLException {
    try (Connection connection = connect(database, true);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Bytes of a table on disk with its indexes, without the server's log, which is used again. */
  public long bytes(String database, String table) throws SQLException {
    try (Connection connection = connect(database, true)) {
      return bytes(connection, table);
    }
  }

  /** As {@link #bytes(String, String)}, on a connection. */
  public static long bytes(Connection connection, String table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT pg_total_relation_size('" + table + "')")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** Stops the server, after it has written its processor time for the run. */
  @Override
  public void close() throws IOException {
    ServerTime.record(data, kept);
    server.close();
  }

  private void checkDurability() throws SQLException {
    try (Connection connection = connect(DATABASE, true);
        Statement statement = connection.createStatement()) {
      for (String setting : List.of("fsync", "synchronous_commit", "full_page_writes"))
        try (ResultSet rows = statement.executeQuery("SHOW " + setting)) {
          rows.next();
          if (!rows.getString(1).equals("on"))
            throw new IllegalStateException("PostgreSQL has " + setting + "=" + rows.getString(1) + " instead of on");
        }
    }
  }

  /**
   * The programs for a folder. The library remembers for each resolver where it has unpacked them, and takes no notice
   * of another folder: a server would use the programs of one that somebody may delete.
   */
  private record Programs(Path folder) implements PgBinaryResolver {
    @Override
    public InputStream getPgBinary(String system, String machineHardware) throws IOException {
      return DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, machineHardware);
    }
  }
}
