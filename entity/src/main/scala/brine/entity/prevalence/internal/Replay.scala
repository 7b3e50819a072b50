package brine.entity.prevalence.internal

import brine.codec.Codec
import brine.entity.At
import brine.entity.internal.{EntityLog, UserFailure}
import brine.entity.prevalence.{PrevalenceError, PrevalenceException, PrevalentSystem, Root}
import brine.journal.snapshot.{Snapshot, SnapshotError}
import brine.journal.{EventLog, EventLogReader, JournalException, Micros, Offset, ReadError, Record}
import java.time.Instant
import scala.annotation.tailrec

/** Builds states from saved ones and the transactions after them. Blocks while it reads. Thread-safe.
  *
  * What cannot be read or repeated is thrown as a [[PrevalenceException]].
  */
private[prevalence] final class Replay[T[+_], S](system: PrevalentSystem[T, S]):
  implicit val transactions: Codec[TransactionRecord[T[Any]]] = TransactionRecord.codec(using system.transactions.codec)
  implicit val roots: Codec[SavedRoot[S]]                     = SavedRoot.codec(using system.stateCodec)

  private val fold        = system.fold
  private val fingerprint = transactions.fingerprint

  /** The name of the system in messages. */
  val described: String = s"the prevalent system '${system.name}'"

  def nameOf(transaction: T[Any]): String =
    val number = system.transactions.number(transaction)
    system.transactions.names(number)

  /** The state before the first transaction, or after a deletion of the stream.
    *
    * @param version
    *   the version of the stream then; 0 without a deletion
    */
  def initial(version: Long): Root[S] =
    val state =
      try system.initial
      catch case UserFailure(failed) => fail(PrevalenceError.NoInitialState(described, failed))
    if state == null then fail(PrevalenceError.NoInitialState(described, NullPointerException("it is null")))
    Root(state, version, Offset.Begin, Instant.EPOCH)

  /** The initial state of a log. */
  def initial(log: EventLogReader): Root[S] =
    val version =
      try log.source.deletedUpTo(system.name)
      catch
        case failed: JournalException =>
          failed.error match
            case error: ReadError => fail(PrevalenceError.Unavailable(described, error))
            case _                => throw failed
    initial(version)

  /** The newest saved state that has no transaction after an offset, or the initial one. */
  def start(log: EventLog, upTo: Offset): Root[S] = saved(log, upTo).getOrElse(initial(log))

  /** The newest saved state that has no transaction after a time, or the initial one. The log has times of its own, by
    * another clock.
    */
  def startAt(log: EventLog, time: Instant): Root[S] =
    log.snapshots
      .offsets(system.name)
      .iterator
      .flatMap(offset => saved(log, offset).filter(_.offset == offset))
      .find(!_.time.isAfter(time))
      .getOrElse(initial(log))

  /** The state after a state and the transactions after it, up to the first that is not wanted. */
  @tailrec def load(log: EventLog, start: Root[S])(
      isWanted: Record[TransactionRecord[T[Any]]] => Boolean
  ): Root[S] =
    var root    = start
    val deleted = forwards(log, root.version): record =>
      val wanted = isWanted(record)
      if wanted then root = after(root, record)._1
      wanted
    // What is after a deletion is a system of its own.
    deleted match
      case None          => root
      case Some(version) => load(log, initial(version))(isWanted)

  /** Calls a function with each transaction after a version, as long as it returns true.
    *
    * @return
    *   the version of a deletion of the stream after the version, if there is one; there may have been calls before
    */
  def forwards(log: EventLogReader, version: Long)(body: Record[TransactionRecord[T[Any]]] => Boolean): Option[Long] =
    val records               = log.read[TransactionRecord[T[Any]]](system.name, version + 1)
    var last                  = version
    var deleted: Option[Long] = None
    try
      var more = true
      while more do
        records.next() match
          case Right(Some(record)) =>
            if record.version != last + 1 then
              fail(PrevalenceError.Missing(described, last + 1, record.version, record.offset))
            last = record.version
            more = body(record)
          case Right(None)                          => more = false
          case Left(ReadError.Deleted(_, until, _)) =>
            deleted = Some(until)
            more = false
          case Left(error) => fail(PrevalenceError.Unavailable(described, error))
    finally records.close()
    deleted

  /** Repeats a transaction. Returns the state after it, and the reply. */
  def after(before: Root[S], record: Record[TransactionRecord[T[Any]]]): (Root[S], Any) =
    val stored = record.value
    val time   = Micros.instant(stored.micros)
    try
      val at            = At.again(time, stored.id, stored.seed, record.version)
      val (next, reply) = system.execute(before.state, stored.transaction)(using at)
      (Root(next, record.version, record.offset, time), reply)
    catch
      case UserFailure(failed) =>
        fail(PrevalenceError.Unreplayable(described, record.version, record.offset, failed))

  // ---- Saved states -------------------------------------------------------------------------------------------------

  /** A state as it is saved. */
  def toSave(root: Root[S]): SavedRoot[S] =
    SavedRoot(root.version, Micros.of(root.time), fold, fingerprint, root.state)

  /** The newest saved state up to an offset, if system and types are those that it was saved with. */
  def saved(log: EventLog, upTo: Offset): Option[Root[S]] =
    log.snapshots.latest[SavedRoot[S]](system.name, upTo) match
      case Right(found) =>
        found.foreach(_.skipped.foreach(warnOf))
        found
          .filter(isCurrent)
          .map: one =>
            Root(one.state.state, one.state.version, one.offset, Micros.instant(one.state.micros))
      case Left(error) =>
        warnOf(error)
        None

  private def isCurrent(found: Snapshot[SavedRoot[S]]): Boolean =
    found.info.schema.fingerprint == roots.fingerprint && found.state.fold == fold &&
      found.state.transactions == fingerprint

  private def warnOf(error: SnapshotError): Unit =
    EntityLog.warn(s"a saved state of $described is not used, which costs time alone: ${error.message}")

  private def fail(error: PrevalenceError): Nothing = throw PrevalenceException(error)
