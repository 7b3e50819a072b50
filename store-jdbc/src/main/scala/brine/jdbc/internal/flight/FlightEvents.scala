package brine.jdbc.internal.flight

import jdk.jfr.*

// The flight recorder reads the names, labels and fields of these classes; their types are those that it can store.

@Name("brine.JdbcCommit") @Label("JDBC Commit") @Category(Array("Brine")) @StackTrace(false)
@Description("A group of appends, from its first statement to the end of its commit")
private[jdbc] final class CommitEvent extends Event:
  @Label("Log") var log: String                                                              = null
  @Label("Appends") var appends: Int                                                         = 0
  @Label("Refused Appends") var refused: Int                                                 = 0
  @Label("Last Offset") var last: Long                                                       = 0L
  @Label("Ahead") @Description("Whether it was decided without a lock") var isAhead: Boolean = false

@Name("brine.JdbcRetry") @Label("JDBC Retry") @Category(Array("Brine")) @StackTrace(false)
@Description("A group of appends that is tried again")
private[jdbc] final class RetryEvent extends Event:
  @Label("Log") var log: String                                                                        = null
  @Label("Appends") var appends: Int                                                                   = 0
  @Label("Problem") var problem: String                                                                = null
  @Label("Unknown") @Description("Whether the attempt may have been committed") var isUnknown: Boolean = false

@Name("brine.JdbcConnect") @Label("JDBC Connect") @Category(Array("Brine")) @StackTrace(false)
@Description("Waiting for a connection of the DataSource")
private[jdbc] final class ConnectEvent extends Event:
  @Label("Log") var log: String         = null
  @Label("Problem") var problem: String = null

@Name("brine.JdbcNews") @Label("JDBC News") @Category(Array("Brine")) @StackTrace(false)
@Description("Events of other processes that a look at the database has found")
private[jdbc] final class NewsEvent extends Event:
  @Label("Log") var log: String        = null
  @Label("Events") var events: Long    = 0L
  @Label("Last Offset") var last: Long = 0L
  @Label("Listens") @Description("Whether the log listens for signals, and does not only poll") var listens: Boolean =
    false

private[jdbc] object FlightEvents:
  /** Initializes the classes of all events. A class whose initialization fails, for lack of memory for instance, cannot
    * be used until the program ends.
    */
  def prepare(): Unit =
    CommitEvent(): Unit
    RetryEvent(): Unit
    ConnectEvent(): Unit
    NewsEvent(): Unit
