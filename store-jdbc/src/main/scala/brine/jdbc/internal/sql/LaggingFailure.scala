package brine.jdbc.internal.sql

/** The server that answers lacks events that another one had: reading on would skip them. A later answer may have them.
  *
  * @param last
  *   number of the last event that the server has
  * @param wanted
  *   number of an event that another one had
  */
private[jdbc] final class LaggingFailure(last: Long, wanted: Long)
    extends OwnFailure(
      s"the server that answers has events up to $last, and one that answered before had event $wanted: it is a " +
        "standby that lags, or was restored from an older backup. Wait until it has them, or read from one server; " +
        "after a restore open the log again"
    )
