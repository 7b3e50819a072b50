package brine.jdbc.internal.sql

import java.sql.SQLException

/** The server does not take a statement of this size. Nothing was written. A connection that has sent it is closed.
  *
  * @param size
  *   the bytes of the statement, at least
  * @param limit
  *   the bytes that it must stay below
  * @param found
  *   how the statement has failed, if it was sent
  */
private[jdbc] final class TooLargeFailure(table: String, size: Long, limit: Long, found: Option[SQLException] = None)
    extends OwnFailure(
      s"table $table: this takes a statement of $size bytes, and max_allowed_packet of the server is $limit. Set " +
        "that to twice JdbcSettings.maxAppendBytes and 1 MiB more, since drivers send some bytes as two. Or store " +
        "less at once"
    ):
  found.foreach(initCause(_): Unit)
