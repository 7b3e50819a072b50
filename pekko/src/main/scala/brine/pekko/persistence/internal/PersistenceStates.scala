package brine.pekko.persistence.internal

import brine.journal.snapshot.SnapshotError
import brine.journal.{EventLog, Level, Names}
import java.util.UUID
import java.util.concurrent.ExecutionException
import java.util.concurrent.locks.ReentrantLock

/** Snapshots and deletions of persistent actors, in the state records of a log. Those who change what the log keeps of
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
    val parts   = bytes.grouped(PartBytes).toVector
    val saved   = entry.copy(data = UUID.randomUUID(), parts = parts.size)
    val offset  = log.durable
    val pending = parts.zipWithIndex.map((part, at) =>
      log.states.save(partKey(saved.data, at), offset, SnapshotPart(part), Level.Disk)
    )
    pending.foreach(done(_))
    val state           = read(log, persistenceId)
    val (same, others)  = state.snapshots.partition(_.sequenceNr == entry.sequenceNr)
    val (below, beyond) = others.partition(_.sequenceNr < entry.sequenceNr)
    write(log, persistenceId, state.copy(snapshots = (below :+ saved) ++ beyond))
    same.foreach(forget(log, _))

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
    Option.when(found.forall(_.isDefined))(found.flatten.toArray.flatten)

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

  private def done(save: java.util.concurrent.CompletableFuture[Either[SnapshotError, Unit]]): Unit =
    val result =
      try save.get
      catch case failed: ExecutionException => throw failed.getCause
    result.left.foreach(error => throw failed(error))

  private def failed(error: SnapshotError): Exception =
    handle.check()
    IllegalStateException(error.message)

private[persistence] object PersistenceStates:
  private final val Locks = 64

  // Fits into an append of every store.
  private final val PartBytes = 1 << 20

  private final val Prefix = "brine.pekko/"

  // Of a longer one the hash.
  private def keyOf(persistenceId: String): String =
    if Prefix.length + persistenceId.length <= Names.Longest then Prefix + persistenceId
    else
      val hash = java.security.MessageDigest.getInstance("SHA-256").digest(persistenceId.getBytes("UTF-8"))
      s"${Prefix}sha-256/${java.util.HexFormat.of.formatHex(hash)}"

  private def partKey(data: UUID, at: Int): String = s"brine.pekko.snapshot/$data/$at"
