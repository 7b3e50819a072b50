package brine.pekko.javaapi;

import brine.journal.javaapi.JavaRecord;
import java.sql.Connection;
import java.util.List;

/** What a projection does with records. Called by several threads at the same time, for different slices. */
@FunctionalInterface
public interface ProjectionHandler<E> {
  /**
   * Stores what follows from records, in the transaction of a connection, which it must not end. It is called again
   * with the same records if the transaction was rolled back.
   *
   * @param records at least one, in the order of the log
   * @throws Exception if the records cannot be applied: they are tried again, and then set aside
   */
  void apply(Connection transaction, List<JavaRecord<E>> records) throws Exception;
}
