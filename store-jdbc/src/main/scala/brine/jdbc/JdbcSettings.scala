package brine.jdbc

import java.time.{Clock, Duration}
import java.util.Objects

/** Settings of a log in a database. The defaults suit most programs.
  *
  * {{{
  * JdbcSettings(prefix = "shop_", pollEvery = Duration.ofMillis(5)) // Scala
  * JdbcSettings.defaults().withPrefix("shop_")                      // Java
  * }}}
  *
  * @param prefix
  *   what the names of all tables begin with: 1 to 30 of a-z, 0-9 and _, the first a letter. Logs of one database have
  *   different prefixes
  * @param maxAppendBytes
  *   maximum number of encoded bytes of one append. For MariaDB and MySQL, `max_allowed_packet` must be at least twice
  *   as much, and 1 MiB more
  * @param maxPendingAppends
  *   maximum number of appends in flight
  * @param maxPendingBytes
  *   maximum number of bytes of all appends in flight; a larger append is taken when there is no other one
  * @param connections
  *   maximum number of connections that the log uses at a time, at least 2: one for appends, the others for everything
  *   else. It returns each after a second without use
  * @param pollEvery
  *   how often the log looks for events of other processes while somebody waits for some; above zero. At most once a
  *   second while [[notifies]] works
  * @param notifies
  *   whether programs tell each other of new events by notifications of PostgreSQL. One of the `connections` is for
  *   that while somebody waits for events; with less than three, the log polls. Other databases have none
  * @param retryFor
  *   how long it tries again what the database has rolled back or not begun: deadlocks, locks that others hold, lost
  *   connections; zero for one attempt
  * @param connectTimeout
  *   how long the DataSource may take to give a connection; above zero. A connection that comes later is closed. Best
  *   longer than the limits of a pool and of the driver, which have errors of their own
  * @param networkTimeout
  *   how long a call to the database may take before the connection counts as lost, if the driver knows such a limit;
  *   above zero. An append waits this long at most for a process that stopped in the middle of a transaction
  * @param createTables
  *   whether to create the tables if there are none, and to change those of an earlier release. Otherwise opening fails
  *   with [[JdbcOpenError.NoTables]] or [[JdbcOpenError.OlderTables]], and changes nothing
  * @param requireDurable
  *   whether to refuse a database that is set to lose commits in a power cut
  * @param readOnly
  *   whether the log is opened to read it alone: replicas and logs that were fenced can be opened, appends fail as
  *   [[brine.journal.AppendError.Closed]], and no tables are created or changed
  * @param clock
  *   gives the time of events. Times in a log never decrease, even if clocks do
  * @throws IllegalArgumentException
  *   if a value is out of range; the message names the setting, the value and the range
  */
final case class JdbcSettings(
    prefix: String = "brine_",
    maxAppendBytes: Int = 4 << 20,
    maxPendingAppends: Int = 1 << 14,
    maxPendingBytes: Long = 64L << 20,
    connections: Int = 5,
    pollEvery: Duration = Duration.ofMillis(20),
    notifies: Boolean = true,
    retryFor: Duration = Duration.ofSeconds(5),
    connectTimeout: Duration = Duration.ofSeconds(20),
    networkTimeout: Duration = Duration.ofSeconds(60),
    createTables: Boolean = true,
    requireDurable: Boolean = true,
    readOnly: Boolean = false,
    clock: Clock = Clock.systemUTC
):
  require(
    prefix.matches("[a-z][a-z0-9_]{0,29}"),
    s"prefix is '$prefix': it must be 1 to 30 of a-z, 0-9 and _, the first a letter"
  )
  require(maxAppendBytes > 0, s"maxAppendBytes is $maxAppendBytes: it must be above zero")
  require(maxPendingAppends > 0, s"maxPendingAppends is $maxPendingAppends: it must be above zero")
  require(maxPendingBytes > 0, s"maxPendingBytes is $maxPendingBytes: it must be above zero")
  require(connections >= 2, s"connections is $connections: it must be at least 2")
  require(isTime(pollEvery) && !pollEvery.isZero, s"pollEvery is $pollEvery: it must be above zero, and at most a day")
  require(isTime(retryFor), s"retryFor is $retryFor: it must be from zero to a day")
  for (name, limit) <- Vector("connectTimeout" -> connectTimeout, "networkTimeout" -> networkTimeout) do
    require(isTime(limit) && limit.toMillis > 0, s"$name is $limit: it must be from a millisecond to a day")
  Objects.requireNonNull(clock, "clock"): Unit

  private def isTime(time: Duration): Boolean = !time.isNegative && time.compareTo(Duration.ofDays(1)) <= 0

  /** Returns the settings with this [[prefix]]. */
  def withPrefix(prefix: String): JdbcSettings = copy(prefix = prefix)

  /** Returns the settings with this [[maxAppendBytes]]. */
  def withMaxAppendBytes(maxAppendBytes: Int): JdbcSettings = copy(maxAppendBytes = maxAppendBytes)

  /** Returns the settings with this [[maxPendingAppends]]. */
  def withMaxPendingAppends(maxPendingAppends: Int): JdbcSettings = copy(maxPendingAppends = maxPendingAppends)

  /** Returns the settings with this [[maxPendingBytes]]. */
  def withMaxPendingBytes(maxPendingBytes: Long): JdbcSettings = copy(maxPendingBytes = maxPendingBytes)

  /** Returns the settings with this number of [[connections]]. */
  def withConnections(connections: Int): JdbcSettings = copy(connections = connections)

  /** Returns the settings with this [[pollEvery]]. */
  def withPollEvery(pollEvery: Duration): JdbcSettings = copy(pollEvery = pollEvery)

  /** Returns the settings with this [[notifies]]. */
  def withNotifies(notifies: Boolean): JdbcSettings = copy(notifies = notifies)

  /** Returns the settings with this [[retryFor]]. */
  def withRetryFor(retryFor: Duration): JdbcSettings = copy(retryFor = retryFor)

  /** Returns the settings with this [[connectTimeout]]. */
  def withConnectTimeout(connectTimeout: Duration): JdbcSettings = copy(connectTimeout = connectTimeout)

  /** Returns the settings with this [[networkTimeout]]. */
  def withNetworkTimeout(networkTimeout: Duration): JdbcSettings = copy(networkTimeout = networkTimeout)

  /** Returns the settings with this [[createTables]]. */
  def withCreateTables(createTables: Boolean): JdbcSettings = copy(createTables = createTables)

  /** Returns the settings with this [[requireDurable]]. */
  def withRequireDurable(requireDurable: Boolean): JdbcSettings = copy(requireDurable = requireDurable)

  /** Returns the settings with this [[readOnly]]. */
  def withReadOnly(readOnly: Boolean): JdbcSettings = copy(readOnly = readOnly)

  /** Returns the settings with this [[clock]]. */
  def withClock(clock: Clock): JdbcSettings = copy(clock = clock)

object JdbcSettings:
  /** The defaults. */
  val defaults: JdbcSettings = JdbcSettings()
