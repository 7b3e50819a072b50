package brine.pekko.javaapi;

import java.sql.Connection;
import java.sql.SQLException;

/** Reads from the database of a projection. */
@FunctionalInterface
public interface DatabaseReader<A> {
  /**
   * Reads, in a transaction that is committed when it returns.
   *
   * @throws SQLException if the database fails
   */
  A read(Connection connection) throws SQLException;
}
