package brine.pekko.persistence.internal

import brine.journal.snapshot.SnapshotError
import brine.journal.{AppendError, EventLog, Level, Names}
import java.util.UUID
import java.util.concurrent.{CompletableFuture, ExecutionException}
import java.util.concurrent.locks.ReentrantLock
import scala.annotation.tailrec

/** Snapshots and deletions of persistent actors, in the state records of a log. Threads that change what the log has of
  * one persistence id take turns. Blocks. Thread-safe.
  */
private[persistence] final class PersistenceStates(handle: LogHandle):
  import PersistenceStates.*

  private val locks = Array.fill(Locks)(ReentrantLock())

  /** What the log keeps of a persistence id.
    *
    * @throws IllegalStateException
    *   if it cannot be read
    */
  def load(persistenceId: String): PersistenceState = read(handle.log, persistenceId)

  /** The snapshots of a persistence id that count, by increasing sequence number: without those of events that were
    * deleted together with their stream.
    */
  def current(persistenceId: String): Vector[SnapshotEntry] =
    val deleted = handle.deletedUpTo(persistenceId)
    load(persistenceId).snapshots.filter(_.sequenceNr > deleted)

  /** Marks the events up to a number as deleted.
    *
    * @param to
    *   sequence number of the last event to delete
    */
  def delete(persistenceId: String, to: Long): Unit = change(persistenceId): (_, state) =>
    if to <= state.deletedTo then None else Some(state.copy(deletedTo = to))

  /** Saves a snapshot, in place of one with the same sequence number.
    *
    * @param entry
    *   the snapshot; [[SnapshotEntry.data]] and [[SnapshotEntry.parts]] are set here
    */
  def save(persistenceId: String, entry: SnapshotEntry, bytes: Array[Byte]): Unit = changing(persistenceId): log =>
    val data            = UUID.randomUUID()
    val saved           = entry.copy(data = data, parts = saveParts(log, data, bytes, PartBytes))
    val state           = read(log, persistenceId)
    val (same, others)  = state.snapshots.partition(_.sequenceNr == entry.sequenceNr)
    val (below, beyond) = others.partition(_.sequenceNr < entry.sequenceNr)
    write(log, persistenceId, state.copy(snapshots = (below :+ saved) ++ beyond))
    same.foreach(forget(log, _))

  /** Saves the parts of a snapshot, and returns their number. */
  @tailrec private def saveParts(log: EventLog, data: UUID, bytes: Array[Byte], size: Int): Int =
    val parts   = bytes.grouped(size).toVector
    val offset  = log.durable
    val pending = parts.zipWithIndex.map: (part, at) =>
      log.states.save(partKey(data, at), offset, SnapshotPart(part), Level.Disk)
    pending.map(result).collectFirst { case Left(error) => error } match
      case None => parts.size
      // The log is set to smaller appends. A part has its key and its length beside it.
      case Some(SnapshotError.NotSaved(AppendError.TooLarge(_, most))) if most / 2 < size && most > 1 =>
        saveParts(log, data, bytes, (most / 2).toInt)
      case Some(error) => throw failed(error)

  /** Deletes snapshots. */
  def deleteSnapshots(persistenceId: String)(selects: SnapshotEntry => Boolean): Unit = changing(persistenceId): log =>
    val state          = read(log, persistenceId)
    val (gone, others) = state.snapshots.partition(selects)
    if gone.nonEmpty then
      write(log, persistenceId, state.copy(snapshots = others))
      gone.foreach(forget(log, _))

  /** The bytes of a snapshot; None if they are gone: somebody has deleted it meanwhile. */
  def bytes(entry: SnapshotEntry): Option[Array[Byte]] =
    val log   = handle.log
    val parts = Vector.tabulate(entry.parts)(at => log.states.load[SnapshotPart](partKey(entry.data, at)))
    val found = parts.map(_.fold(error => throw failed(error), _.map(_.state.bytes)))
    Option.when(found.forall(_.isDefined))(Array.concat(found.flatten*))

  private def change(persistenceId: String)(body: (EventLog, PersistenceState) => Option[PersistenceState]): Unit =
    changing(persistenceId)(log => body(log, read(log, persistenceId)).foreach(write(log, persistenceId, _)))

  private def changing[A](persistenceId: String)(body: EventLog => A): A =
    val lock = locks(Math.floorMod(persistenceId.hashCode, Locks))
    lock.lock()
    try body(handle.log)
    finally lock.unlock()

  private def read(log: EventLog, persistenceId: String): PersistenceState =
    log.states.load[PersistenceState](keyOf(persistenceId)) match
      case Right(found) => found.fold(PersistenceState.none)(_.state)
      case Left(error)  => throw failed(error)

  private def write(log: EventLog, persistenceId: String, state: PersistenceState): Unit =
    done(log.states.save(keyOf(persistenceId), log.durable, state, Level.Disk))

  // Nobody finds them any more. If that fails, they take space and harm nothing.
  private def forget(log: EventLog, entry: SnapshotEntry): Unit =
    for at <- 0 until entry.parts do log.states.delete(partKey(entry.data, at)): Unit

  private def done(save: Save): Unit = result(save).left.foreach(error => throw failed(error))

  private def result(save: Save): Either[SnapshotError, Unit] =
    try save.get
    catch case failed: ExecutionException => throw failed.getCause

  private def failed(error: SnapshotError): Exception =
    handle.check()
    IllegalStateException(error.message)

private[persistence] object PersistenceStates:
  private final val Locks = 64

  private type Save = CompletableFuture[Either[SnapshotError, Unit]]

  private final val PartBytes = 1 << 20

  private final val Prefix = "brine.pekko/"
  private final val Hashed = "sha-256/"

  // Of a longer one the hash, and of one that looks like the hash of another.
  private def keyOf(persistenceId: String): String =
    if Prefix.length + persistenceId.length <= Names.Longest && !persistenceId.startsWith(Hashed) then
      Prefix + persistenceId
    else
      val hash = java.security.MessageDigest.getInstance("SHA-256").digest(persistenceId.getBytes("UTF-8"))
      s"$Prefix$Hashed${java.util.HexFormat.of.formatHex(hash)}"

  private def partKey(data: UUID, at: Int): String = s"brine.pekko.snapshot/$data/$at"
