package brine.pekko.persistence

import brine.journal.JournalException
import brine.pekko.persistence.internal.{Blocking, JournalWrites, PreparedWrite, Reading, ReservedIds}
import com.typesafe.config.Config
import org.apache.pekko.persistence.journal.AsyncWriteJournal
import org.apache.pekko.persistence.{AtomicWrite, PersistentRepr}
import scala.collection.immutable
import scala.concurrent.{ExecutionContext, Future}
import scala.util.control.NonFatal
import scala.util.{Failure, Success, Try}

/** Pekko's journal in a log of Brine: `pekko.persistence.journal.plugin = "brine.persistence.journal"`.
  *
  * A persistence id is the name of a stream, and a sequence number is a version. Each write expects the version before
  * it. So of two persistent actors with one persistence id, also on different nodes, one fails and stops.
  *
  * Pekko creates it, by its name in the configuration.
  */
final class BrineJournal(config: Config) extends AsyncWriteJournal:
  private val shared = BrinePersistence(context.system)
  private val path   = config.getString("log")
  private val handle = shared.handle(path)
  private val states = shared.states(path)
  private val writes = JournalWrites(handle)

  // Writes in flight, by persistence id: used by this actor alone.
  private var pending = Map.empty[String, Future[Unit]]

  def asyncWriteMessages(messages: immutable.Seq[AtomicWrite]): Future[immutable.Seq[Try[Unit]]] =
    messages.foreach(write => ReservedIds.refuse(write.persistenceId))
    val results  = Vector.newBuilder[Try[Unit]]
    val prepared = messages.iterator
      .map: write =>
        try
          val ready = shared.conversion.prepare(write)
          results += Success(())
          ready
        catch
          case NonFatal(error) =>
            results += Failure(error)
            shared.conversion.rejected(write)
      .toVector
    val ids  = prepared.iterator.map(_.persistenceId).toSet
    val done = writes.append(PreparedWrite.merge(prepared))
    ids.foreach(id => pending = pending.updated(id, done))
    done.onComplete(_ => self ! BrineJournal.Written(ids, done))(using ExecutionContext.parasitic)
    done.map(_ => results.result())(using ExecutionContext.parasitic)

  override def receivePluginInternal: Receive =
    case BrineJournal.Written(ids, done) => ids.foreach(id => if pending.get(id).contains(done) then pending -= id)

  // A persistent actor that has restarted must see what it wrote before.
  private def afterWrites[A](persistenceId: String)(body: => A): Future[A] = pending.get(persistenceId) match
    case None       => Blocking.run(body)
    case Some(done) => done.transformWith(_ => Blocking.run(body))(using ExecutionContext.parasitic)

  def asyncReadHighestSequenceNr(persistenceId: String, fromSequenceNr: Long): Future[Long] =
    afterWrites(persistenceId):
      ReservedIds.refuse(persistenceId)
      version(persistenceId)

  private def version(persistenceId: String): Long = handle.log.version(persistenceId) match
    case Right(version) => version
    case Left(error)    =>
      handle.check()
      throw JournalException(error)

  def asyncReplayMessages(persistenceId: String, fromSequenceNr: Long, toSequenceNr: Long, max: Long)(
      recoveryCallback: PersistentRepr => Unit
  ): Future[Unit] = Blocking.run:
    // What was deleted together with its stream does not come again either.
    val deleted = math.max(states.load(persistenceId).deletedTo, handle.deletedUpTo(persistenceId))
    val from    = math.max(fromSequenceNr, deleted + 1)
    val to      = math.min(toSequenceNr, version(persistenceId))
    if from <= to && max > 0 then
      val records = Reading.stream(handle, persistenceId, from, to, Long.MaxValue)
      try records.flatMap(shared.conversion.read).map(_.repr).take(BrineJournal.int(max)).foreach(recoveryCallback)
      finally records.close()

  def asyncDeleteMessagesTo(persistenceId: String, toSequenceNr: Long): Future[Unit] =
    afterWrites(persistenceId)(states.delete(persistenceId, math.min(toSequenceNr, version(persistenceId))))

private object BrineJournal:
  /** Writes have ended. */
  final case class Written(ids: Set[String], done: Future[Unit])

  def int(most: Long): Int = math.min(most, Int.MaxValue.toLong).toInt
