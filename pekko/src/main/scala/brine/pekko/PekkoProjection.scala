package brine.pekko

import brine.entity.projection.*
import brine.journal.{EventLogReader, Offset, Record}
import brine.pekko.entity.internal.{LogIdentity, LogWatch, ShardRegions}
import brine.pekko.projection.internal.*
import java.sql.Connection
import java.time.{Duration, Instant}
import java.util.Objects
import java.util.concurrent.TimeoutException
import org.apache.pekko.actor.CoordinatedShutdown
import org.apache.pekko.actor.typed.ActorSystem
import org.apache.pekko.cluster.sharding.typed.scaladsl.{ClusterSharding, Entity as ShardedType, EntityTypeKey}
import org.apache.pekko.cluster.sharding.typed.{ClusterShardingSettings, ShardingMessageExtractor}
import org.apache.pekko.cluster.typed.Cluster
import scala.concurrent.duration.{FiniteDuration, NANOSECONDS}
import scala.concurrent.{blocking, Await, ExecutionContext, Future}
import scala.jdk.OptionConverters.RichOptional
import scala.util.Try

/** A projection into tables of a database on the nodes of a Pekko cluster. Its records are divided in slices by their
  * keys. Each slice runs on one node, as a [[brine.entity.projection.SqlProjection]] does, with a position and an epoch
  * of its own. The slices move when nodes come and go.
  *
  * {{{
  * val running = PekkoProjection.start(system, log, balances, slices = 16, connect): (transaction, records) =>
  *   records.foreach(record => store(transaction, record))
  * running.at(appended.last, within = 2.seconds)(connection => balanceOf(connection, "42")) // on any node
  * }}}
  *
  * Records of a key are in one slice, in the order of the log. Records of different keys may be applied in any order,
  * and at the same time in several transactions.
  *
  * If two nodes run a slice, as may be in a partition, the one that has claimed it last stores, and the other is
  * refused. So each record is applied once, whatever the cluster believes. It ends with the actor system. Thread-safe.
  *
  * Slices run on a node once it is known that it uses the same database and log as the others. A node with others than
  * the nodes before it is refused, and warns of it: its slices run elsewhere, and its methods fail with `OtherDatabase`
  * or `OtherLog`. Correct it, and start its program again.
  *
  * Methods that wait must not be called in an actor of Pekko, nor on a worker of an actor system of Brine or a thread
  * of a store.
  *
  * @param slices
  *   number of slices
  */
final class PekkoProjection private (
    projection: SlicedProjection[?],
    gate: NodeGate,
    log: EventLogReader,
    calls: SliceCalls,
    val slices: Int
)(using ExecutionContext):
  /** What all slices are doing, by number. Asks the nodes that run them; the database says what is stored of a slice
    * for which no node answers. Does not throw if the database fails.
    *
    * @param within
    *   how long to wait for nodes, a day at most
    * @throws InterruptedException
    *   if the thread is interrupted while it waits
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def status(within: Duration): Vector[SliceStatus] =
    projection.requireMayWait("asking for the status of")
    def ask(slice: Int): Future[Option[SliceReply]] =
      if gate.refused.isEmpty then orNone(calls.ask(slice, SliceQuestion.Status, within)) else Future.successful(None)
    val replies                 = wait(Future.sequence(Vector.tabulate(slices)(ask)))
    val last                    = Try(log.durable).toOption
    def lagOf(position: Offset) = last.fold(0L)(end => math.max(0, end.sequence - position.sequence))
    val refused                 = projection.refused
    lazy val stored             = Try(projection.stored())
    replies.zipWithIndex.map:
      case (Some(SliceReply(_, node, known: SliceAnswer.Status)), slice) =>
        val position        = Offset(known.position)
        val failure         = known.failure.map(one => ProjectionStatus.Failure(one.message, one.attempts, one.since))
        val (applied, rate) = (known.applied, known.recordsPerSecond)
        SliceStatus(
          slice,
          Some(node),
          position,
          lagOf(position),
          known.hasCaughtUp,
          applied,
          rate,
          known.setAside,
          failure,
          known.end
        )
      case (answer, slice) =>
        val (position, hasCaughtUp, aside) =
          if refused.isEmpty then stored.fold(_ => (Offset.Begin, false, 0), _(slice)) else (Offset.Begin, false, 0)
        val waits = answer match
          case Some(SliceReply(_, _, SliceAnswer.Waits(why))) => Some(s"it does not run yet: $why")
          case None if !gate.isOpen => Some(s"no node has answered, and this one waits: ${gate.waitsFor}")
          case _                    => None
        val failure = waits
          .orElse(stored.failed.toOption.map(failed => s"no node has answered, and the database failed: $failed"))
          .filter(_ => refused.isEmpty)
          .map(ProjectionStatus.Failure(_, 1, Instant.now))
        // A node that answers with something else has another log or database.
        val end = refused.map(_.message).orElse(answer.map(_.answer).collect { case SliceAnswer.Failed(why) => why })
        SliceStatus(slice, answer.map(_.node), position, lagOf(position), hasCaughtUp, 0, 0, aside, failure, end)

  /** The same with a duration of Scala's. */
  inline def status(within: FiniteDuration): Vector[SliceStatus] = status(Duration.ofNanos(within.toNanos))

  /** Completes when every record up to an offset is in the projection or set aside, in all slices.
    *
    * @param offset
    *   such as that of [[brine.journal.Appended]], or of an entity's answer
    * @return
    *   fails with a [[brine.entity.projection.ProjectionException]]: `Behind` or `Unanswered` if it is not in time,
    *   `Elsewhere` if a slice has ended, `OtherSlices` if the version has another number of slices, `OtherDatabase` or
    *   `OtherLog` if this node uses others than those that count in the cluster
    */
  def awaitAsync(offset: Offset, within: Duration): Future[Unit] =
    projection.refused match
      case Some(error) => Future.failed(ProjectionException(error))
      case None        =>
        val until = System.nanoTime + math.min(SliceCalls.nanosOf(within), PekkoProjection.LongestWaitNanos)
        val all   = Future.sequence(Vector.tabulate(slices)(calls.reach(_, offset.sequence, until)))
        all.map(replies => problemOf(replies, offset, within).foreach(error => throw ProjectionException(error)))

  private def problemOf(replies: Vector[Option[SliceReply]], offset: Offset, within: Duration) =
    val ended = replies.collectFirst:
      case Some(SliceReply(_, node, SliceAnswer.Failed(problem))) =>
        ProjectionError.Elsewhere(projection.toString, node, problem)
    val behind = replies.collect:
      case Some(SliceReply(_, _, SliceAnswer.Behind(position))) => position
    ended
      .orElse:
        Option.when(replies.contains(None)):
          ProjectionError.Unanswered(projection.toString, replies.indexOf(None), within)
      .orElse(behind.minOption.map(least => ProjectionError.Behind(projection.toString, offset, Offset(least), within)))

  /** Waits until every record up to an offset is in the projection or set aside, in all slices.
    *
    * @param offset
    *   such as that of [[brine.journal.Appended]], or of an entity's answer
    * @throws brine.entity.projection.ProjectionException
    *   as [[awaitAsync]] fails
    * @throws InterruptedException
    *   if the thread is interrupted while it waits
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def await(offset: Offset, within: Duration): Unit =
    projection.requireMayWait("waiting for")
    wait(awaitAsync(offset, within))

  /** The same with a duration of Scala's. */
  inline def await(offset: Offset, within: FiniteDuration): Unit = await(offset, Duration.ofNanos(within.toNanos))

  /** The result of a function on the database, once every record up to an offset is in it or set aside: so you read
    * what you have written, on any node.
    *
    * @param read
    *   gets a connection of its own, in a transaction that is committed when it returns. The connection must be one to
    *   the database that the slices store into: a copy that is behind may not have the records yet
    * @throws brine.entity.projection.ProjectionException
    *   as [[await]] does
    * @throws java.sql.SQLException
    *   if the database fails
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def at[A](offset: Offset, within: Duration)(read: Connection => A): A =
    Objects.requireNonNull(read, "read"): Unit
    projection.requireMayWait("waiting for")
    // Slices compare it with theirs.
    if projection.database.isEmpty then projection.identify()
    await(offset, within)
    projection.read(read)

  /** The same with a duration of Scala's. */
  inline def at[A](offset: Offset, within: FiniteDuration)(read: Connection => A): A =
    at(offset, Duration.ofNanos(within.toNanos))(read)

  /** The records that are set aside, of all slices, by offset. Reads the database.
    *
    * @throws brine.entity.projection.ProjectionException
    *   `OtherSlices` if the version has another number of slices now; `OtherDatabase` or `OtherLog` if this node uses
    *   others than those that count in the cluster
    * @throws java.sql.SQLException
    *   if the database fails
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def setAside: Vector[SetAside] =
    projection.requireMayWait("reading what is set aside of")
    gate.refused.foreach(error => throw ProjectionException(error))
    projection.setAside()

  /** Applies the records of a key that are set aside, on the node that runs their slice, as
    * [[brine.entity.projection.RunningProjection.replay]] does. Other errors are `Elsewhere`, `OtherSlices` if the
    * version has another number of slices now, and `Unanswered` if there is no answer in time. Then it may continue:
    * look at [[setAside]], and replay what is left.
    *
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; they may be applied all the same
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def replay(key: String, within: Duration): Either[ProjectionError, Int] =
    projection.requireMayWait("replaying records of")
    changeHere(key, SliceQuestion.Replay(Objects.requireNonNull(key, "key")), within)

  /** The same with a duration of Scala's. */
  inline def replay(key: String, within: FiniteDuration): Either[ProjectionError, Int] =
    replay(key, Duration.ofNanos(within.toNanos))

  /** Forgets the records of a key that are set aside, without applying them, as
    * [[brine.entity.projection.RunningProjection.discard]] does. Fails as [[replay]] does.
    *
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; they may be forgotten all the same
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def discard(key: String, within: Duration): Either[ProjectionError, Int] =
    projection.requireMayWait("discarding records of")
    changeHere(key, SliceQuestion.Discard(Objects.requireNonNull(key, "key")), within)

  /** The same with a duration of Scala's. */
  inline def discard(key: String, within: FiniteDuration): Either[ProjectionError, Int] =
    discard(key, Duration.ofNanos(within.toNanos))

  // A slice of a version that was divided notices that at its next record, and has no other answer of use before.
  private def changeHere(key: String, question: SliceQuestion, within: Duration): Either[ProjectionError, Int] =
    // If the database fails, the slice says so.
    def others = gate.refused.orElse(Try(projection.otherSlices()).toOption.flatten)
    others match
      case Some(error) => Left(error)
      case None        => change(key, question, within).left.map(error => others.getOrElse(error))

  private def change(key: String, question: SliceQuestion, within: Duration): Either[ProjectionError, Int] =
    val slice = projection.sliceOf(key)
    val until = System.nanoTime + math.min(SliceCalls.nanosOf(within), PekkoProjection.LongestWaitNanos)
    def ask() =
      val left = Duration.ofNanos(math.max(0, until - System.nanoTime))
      wait(orNone(calls.ask(slice, question, left))).map(reply => (reply.node, reply.answer))
    var reply = ask()
    // What is asked has the same effect twice: the records that are left are replayed or discarded.
    while reply.exists(_(1) == SliceAnswer.Moves) && until - System.nanoTime > 0 do
      blocking(Thread.sleep(PekkoProjection.MovingMillis))
      reply = ask()
    reply match
      case Some((_, SliceAnswer.Done(count)))        => Right(count)
      case Some((node, SliceAnswer.Failed(problem))) =>
        Left(ProjectionError.Elsewhere(projection.toString, node, problem))
      case _ =>
        Left(projection.refused.getOrElse(ProjectionError.Unanswered(projection.toString, slice, within)))

  private def orNone(reply: Future[SliceReply]): Future[Option[SliceReply]] =
    reply.map(Some(_)).recover { case _: TimeoutException => None }

  private def wait[A](future: Future[A]): A = blocking(Await.result(future, scala.concurrent.duration.Duration.Inf))

  override def toString: String = s"$projection in $slices slices on a cluster"

object PekkoProjection:
  private inline val MovingMillis = 20L

  private val LongestWaitNanos = Duration.ofDays(365).toNanos

  /** Starts a projection on this node, which then takes its part of the slices. Start it on each node of the cluster
    * that runs slices or asks for them. Does not wait for the database.
    *
    * @param system
    *   the actor system of a node; its `pekko.actor.provider` is `cluster`
    * @param log
    *   the log that all nodes share, such as `brine.jdbc.JdbcEventLog`; it must be open as long as the system runs
    * @param slices
    *   1 to 1,024: the most nodes that can take part. Each slice has a thread and a connection, and reads the log. All
    *   nodes and later starts of a version need the same number: a slice ends with `OtherSlices` otherwise, and stores
    *   nothing. `SqlProjection.divide` makes more of them
    * @param connect
    *   opens a connection to the database, which is the same on all nodes. A node with another one is refused
    * @param function
    *   as of [[brine.entity.projection.SqlProjection.start]]. Transactions of several slices are executed at the same
    *   time: rows that records of several keys change need a statement that the database executes atomically
    * @throws IllegalArgumentException
    *   if the number of slices is out of range, or the name is longer than 95 characters
    * @throws IllegalStateException
    *   if this version is started in this actor system already, or if it terminates or has terminated
    */
  def start[E](
      system: ActorSystem[?],
      log: EventLogReader,
      definition: Projection[E],
      slices: Int,
      connect: () => Connection,
      settings: PekkoProjectionSettings = PekkoProjectionSettings.defaults
  )(function: (Connection, Vector[Record[E]]) => Unit): PekkoProjection =
    Objects.requireNonNull(system, "system"): Unit
    Objects.requireNonNull(settings, "settings"): Unit
    val projection = SlicedProjection(log, definition, slices, connect, settings.projection, function)
    requireRuns(system)
    val sharding = ClusterSharding(system)
    ProjectionNames(system).claim(definition.name, definition.version)
    val base = s"brine-projection-${definition.name}-${definition.version}"
    // Others may have another number of slices by mistake: theirs are apart.
    val name   = s"$base-$slices"
    val gate   = NodeGate(projection)
    val node   = Cluster(system).selfMember.address.toString
    val parts  = SliceActor.Parts(projection, gate, log, settings.projection, node)
    val region = sharding.init(
      ShardedType(EntityTypeKey[SliceMessage](name))(context => SliceActor(context.entityId.toInt, parts))
        .withStopMessage(SliceMessage.Stop)
        .withMessageExtractor(Extractor)
        .withSettings(shardingSettings(system, settings))
    )
    val every    = FiniteDuration(settings.wakeEvery.toNanos, NANOSECONDS)
    val endWaker = SliceWaker.start(system, s"$name-waker", slices, region, every)
    // Messages to a region that leaves would keep it from ending.
    def leave(): Unit =
      endWaker()
      ShardRegions.leave(system, name, settings.role)
    val pace  = every.min(AgreementActor.longest).max(AgreementActor.shortest)
    val nodes = AgreementActor.Parts(projection, gate, log, settings.role.toScala, pace, () => leave())
    AgreementActor.start(system, s"$base-stores", nodes)
    LogWatch.start(system, log): () =>
      if gate.refused.isEmpty then
        gate.refuse(ProjectionError.Closed(projection.toString))
        leave()
    val calls = SliceCalls(region, system, LogIdentity.of(log), () => projection.database.map(_.id))
    new PekkoProjection(projection, gate, log, calls, slices)(using system.executionContext)

  private def requireRuns(system: ActorSystem[?]): Unit =
    if system.whenTerminated.isCompleted || CoordinatedShutdown(system).shutdownReason().nonEmpty then
      throw IllegalStateException(
        s"$system terminates or has terminated: start projections in an actor system that runs"
      )

  private def shardingSettings(system: ActorSystem[?], settings: PekkoProjectionSettings) =
    val all = ClusterShardingSettings(system).withNoPassivationStrategy().withRememberEntities(false)
    settings.role.map(all.withRole).orElse(all)

  /** A shard for each slice. */
  private object Extractor extends ShardingMessageExtractor[SliceMessage, SliceMessage]:
    def entityId(message: SliceMessage): String = message match
      case addressed: SliceMessage.Addressed => addressed.slice.toString
      case other                             => throw IllegalArgumentException(s"$other is for no slice of the cluster")
    def shardId(entityId: String): String                  = entityId
    def unwrapMessage(message: SliceMessage): SliceMessage = message
