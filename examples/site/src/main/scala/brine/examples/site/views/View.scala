package brine.examples.site.views

import brine.entity.projection.{ProjectionStatus, SqlProjection}
import brine.journal.{EventLogReader, Offset}
import java.lang.System.Logger.Level
import java.sql.Connection
import java.time.Duration
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit.MILLISECONDS

/** A view that follows the log, and can be built again while it is read: a new version of the projection is built
  * beside the current one, and takes its place when it has caught up. Thread-safe.
  */
final class View private (log: EventLogReader, connect: () => Connection, definition: ViewDefinition)
    extends AutoCloseable:
  import View.Running

  private val closed = CountDownLatch(1)

  // Guarded by this.
  private var current: Running        = null
  private var next: Option[Running]   = None
  private var watcher: Option[Thread] = None

  def name: String = definition.name

  /** The result of a function on the tables of the current version, once every event up to an offset is in them.
    *
    * @throws brine.entity.projection.ProjectionException
    *   if it is not in time
    */
  def read[A](offset: Offset, within: Duration)(query: (Connection, Int) => A): A =
    val running = synchronized(current)
    try running.projection.at(offset, within)(connection => query(connection, running.version))
    catch
      // A rebuild has replaced it meanwhile.
      case _: Exception if synchronized(current ne running) => read(offset, within)(query)

  /** What the view is doing. */
  def status: View.Status = synchronized:
    val rebuild = next.map: running =>
      val status = running.projection.status
      View.Progress(running.version, status.position.sequence, status.position.sequence + status.lag, status)
    View.Status(name, current.version, current.projection.status, rebuild)

  /** Builds the view again from the first event. One that has ended continues instead: if another process has taken it
    * over, this one takes it back.
    *
    * @return
    *   whether it begins; false if it is being built already
    */
  def rebuild(): Boolean = synchronized:
    if closed.getCount == 0 || next.exists(_.projection.status.end.isEmpty) then false
    else if current.projection.status.end.nonEmpty then
      current.projection.close()
      current = start(current.version)
      true
    else
      // One that has failed is begun again.
      next.foreach(discard)
      next = Some(start(current.version + 1))
      watch()
      true

  def close(): Unit =
    closed.countDown()
    synchronized(watcher).foreach(_.join())
    synchronized:
      next.foreach(_.projection.close())
      current.projection.close()

  private def open(): View = synchronized:
    val versions = SqlProjection.versions(connect, name)
    val caught   = versions.filter(_.hasCaughtUp).lastOption.orElse(versions.headOption)
    current = start(caught.fold(1)(_.version))
    // A rebuild that the end of the program has interrupted continues where it was.
    versions
      .filter(_.version > current.version)
      .lastOption
      .foreach: version =>
        next = Some(start(version.version))
        watch()
    this

  private def start(version: Int): Running =
    SqlConnections.use(connect)(definition.create(_, version))
    val projection = SqlProjection.start(log, definition.projection(version), connect): (connection, records) =>
      definition(connection, version, records)
    Running(version, projection)

  /** Waits for the next version, and lets it take the place of the current one. */
  private def watch(): Unit =
    watcher = Some(
      Thread.ofVirtual
        .name(s"view-$name")
        .start: () =>
          var before = Option.empty[Running]
          while !isOver(old => before = Some(old)) && !closed.await(50, MILLISECONDS) do ()
          // Readers do not wait for that. What stays if it fails takes room, no more.
          before.foreach: old =>
            try discard(old)
            catch case failed: Exception => View.log.log(Level.WARNING, s"old tables of the view $name stay", failed)
    )

  private def isOver(replaced: Running => Unit): Boolean = synchronized:
    next match
      case Some(running) if running.projection.status.hasCaughtUp =>
        replaced(current)
        current = running
        next = None
        true
      case Some(running) => running.projection.status.end.nonEmpty // its status says why; it can be begun again
      case None          => true

  private def discard(running: Running): Unit =
    running.projection.close()
    SqlConnections.use(connect)(definition.drop(_, running.version))
    SqlProjection.forget(connect, name, running.version)

object View:
  private val log = System.getLogger("brine.examples.site")

  private final case class Running(version: Int, projection: SqlProjection)

  /** @param rebuild
    *   how far the next version is, if it is being built
    */
  final case class Status(name: String, version: Int, current: ProjectionStatus, rebuild: Option[Progress])

  /** @param done
    *   position of the version that is being built
    * @param of
    *   position at which it takes the place of the current one
    */
  final case class Progress(version: Int, done: Long, of: Long, status: ProjectionStatus)

  /** Starts a view. It begins with the first event, or where it was when it was closed. */
  def open(log: EventLogReader, connect: () => Connection, definition: ViewDefinition): View =
    new View(log, connect, definition).open()
