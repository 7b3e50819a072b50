package brine.pekko.javaapi

import brine.entity.projection.{Projection, ProjectionError, ProjectionException, SetAside}
import brine.journal.javaapi.JavaRecord
import brine.journal.{EventLogReader, Offset, Record}
import brine.pekko.{PekkoProjection, PekkoProjectionSettings, SliceStatus}
import java.sql.SQLException
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.{List as JavaList, Objects, Set as JavaSet}
import javax.sql.DataSource
import org.apache.pekko.actor.typed.ActorSystem
import scala.concurrent.ExecutionContext
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*
import scala.util.{Failure, Success}

/** A projection into tables of a database on the nodes of a Pekko cluster, for Java programs:
  * [[brine.pekko.PekkoProjection]] with Java's types. Offsets are numbers. Thread-safe.
  *
  * {{{
  * var definition = Projection.apply("balances", 1, Query.category("account"), codec, Schemas.none());
  * var running = JavaPekkoProjection.start(system, log, definition, 16, database, settings, (transaction, records) -> {
  *   for (var record : records) store(transaction, record);
  * });
  * long cents = running.at(answer.offset(), Duration.ofSeconds(2), connection -> balanceOf(connection, "ada"));
  * }}}
  *
  * Methods that wait must not be called in an actor of Pekko, nor on a worker of an actor system of Brine or a thread
  * of a store: they throw an `IllegalStateException` on the latter.
  */
final class JavaPekkoProjection private (running: PekkoProjection):
  import JavaPekkoProjection.*

  /** Number of slices. */
  def slices: Int = running.slices

  /** What all slices are doing, by number, as [[brine.pekko.PekkoProjection.status]] says.
    *
    * @throws java.lang.InterruptedException
    *   if the thread is interrupted while it waits
    */
  @throws[InterruptedException]
  def status(within: Duration): JavaList[JavaSliceStatus] = running.status(within).map(statusOf).asJava

  /** Waits until every record up to an offset is in the projection or set aside, in all slices.
    *
    * @param offset
    *   such as that of an answer of an entity
    * @throws brine.entity.projection.ProjectionException
    *   if it is not in time, or a slice has ended: its error says which
    * @throws java.lang.InterruptedException
    *   if the thread is interrupted while it waits
    */
  @throws[InterruptedException]
  def await(offset: Long, within: Duration): Unit = running.await(Offset(offset), within)

  /** Completes when every record up to an offset is in the projection or set aside. Fails as [[await]] does. It
    * completes on a virtual thread.
    */
  def awaitAsync(offset: Long, within: Duration): CompletableFuture[Void] =
    val future = CompletableFuture[Void]()
    running
      .awaitAsync(Offset(offset), within)
      .onComplete {
        case Success(_)      => future.complete(null): Unit
        case Failure(failed) => future.completeExceptionally(failed): Unit
      }(using onVirtualThreads)
    future

  /** The result of a function on the database, once every record up to an offset is in it or set aside: so you read
    * what you have written, on any node.
    *
    * @throws brine.entity.projection.ProjectionException
    *   as [[await]] does
    * @throws java.lang.InterruptedException
    *   if the thread is interrupted while it waits
    * @throws java.sql.SQLException
    *   if the database fails
    */
  @throws[InterruptedException]
  @throws[SQLException]
  def at[A](offset: Long, within: Duration, read: DatabaseReader[A]): A =
    Objects.requireNonNull(read, "read"): Unit
    running.at(Offset(offset), within)(read.read)

  /** The records that are set aside, of all slices, by offset. Reads the database.
    *
    * @throws brine.entity.projection.ProjectionException
    *   if the version has another number of slices now, or this node uses another database or log than the others
    * @throws java.sql.SQLException
    *   if the database fails
    */
  @throws[SQLException]
  def setAside: JavaList[SetAside] = running.setAside.asJava

  /** Applies the records of a key that are set aside, and returns their number.
    *
    * @throws brine.entity.projection.ProjectionException
    *   if one fails again, or there is no answer in time: then it may continue
    * @throws java.lang.InterruptedException
    *   if the thread is interrupted while it waits; they may be applied all the same
    */
  @throws[InterruptedException]
  def replay(key: String, within: Duration): Int = orThrow(running.replay(key, within))

  /** Forgets the records of a key that are set aside, without applying them, and returns their number. Fails as
    * [[replay]] does.
    */
  @throws[InterruptedException]
  def discard(key: String, within: Duration): Int = orThrow(running.discard(key, within))

  override def toString: String = running.toString

object JavaPekkoProjection:
  /** Starts a projection on this node. Fails as [[brine.pekko.PekkoProjection.start]] does, and says what to choose.
    *
    * @param slices
    *   1 to 1,024: the most nodes that can take part
    * @param database
    *   the same on all nodes. A node with another one is refused, and its methods fail with `OtherDatabase`
    */
  def start[E](
      system: ActorSystem[?],
      log: EventLogReader,
      definition: Projection[E],
      slices: Int,
      database: DataSource,
      settings: PekkoProjectionSettings,
      handler: ProjectionHandler[E]
  ): JavaPekkoProjection =
    Objects.requireNonNull(database, "database"): Unit
    Objects.requireNonNull(handler, "handler"): Unit
    val running =
      PekkoProjection.start(system, log, definition, slices, () => database.getConnection, settings):
        (transaction, records) => handler(transaction, records.map(recordOf).asJava)
    new JavaPekkoProjection(running)

  private val onVirtualThreads: ExecutionContext =
    ExecutionContext.fromExecutor(task => Thread.ofVirtual.start(task): Unit)

  private def orThrow[A](result: Either[ProjectionError, A]): A =
    result.fold(error => throw ProjectionException(error), identity)

  private def recordOf[E](record: Record[E]): JavaRecord[E] = JavaRecord(
    record.offset.sequence,
    record.stream,
    record.version,
    record.at,
    JavaSet.copyOf(record.tags.asJava),
    record.key.toJava,
    record.value
  )

  private def statusOf(status: SliceStatus): JavaSliceStatus = JavaSliceStatus(
    status.slice,
    status.node.toJava,
    status.position.sequence,
    status.lag,
    status.hasCaughtUp,
    status.applied,
    status.recordsPerSecond,
    status.setAside,
    status.failure.toJava,
    status.end.toJava
  )
