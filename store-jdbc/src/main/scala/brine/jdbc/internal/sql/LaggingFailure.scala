package brine.jdbc.internal.sql

/** The server that answers lacks events that another one had: reading on would skip them. A later answer may have them.
  *
  * @param last
  *   number of the last event that the server has
  * @param had
  *   what another one had
  */
private[jdbc] final class LaggingFailure(last: Long, had: String)
    extends OwnFailure(
      s"the server that answers has events up to $last, and one that answered before had $had: it is a " +
        "standby that lags, or was restored from an older backup. Wait until it has them, or use one server; " +
        "after a restore open the log again"
    )
