package brine.entity.projection.internal

import brine.actor.internal.support.Described
import brine.codec.Codec
import brine.entity.internal.{EntityLog, UserFailure}
import brine.entity.projection.SetAside
import brine.journal.snapshot.SnapshotError
import brine.journal.state.SaveListener
import brine.journal.{EventLog, EventLogReader, Level, Offset, Record}
import java.util.concurrent.TimeUnit
import scala.collection.immutable.TreeMap

/** Keeps a state in memory that records are folded into, and saves it with its position as a state record of the log,
  * if the log can be written. Any thread reads the state.
  *
  * @param key
  *   key of the state record
  * @param fingerprint
  *   of the type of records
  * @param saveEvery
  *   number of records after which the state is saved
  */
private[projection] final class FoldTarget[E, S](
    projection: String,
    log: EventLogReader,
    key: String,
    fingerprint: Long,
    initial: S,
    step: (S, Record[E]) => S,
    saveEvery: Int
)(using Codec[S])
    extends Target[E]:
  import FoldTarget.*

  private implicit val folds: Codec[SavedFold[S]] = SavedFold.codec

  @volatile private var now     = Folded(initial, Offset.Begin)
  private var aside             = TreeMap.empty[Long, SetAside] // by offset
  private var hasCaughtUp       = false
  private var unsaved           = 0
  private var started           = 0L                            // number of saves
  @volatile private var settled = 0L                            // the last of them that has succeeded

  /** The state, and the offset up to which it has all records. */
  def folded: Folded[S] = now

  // Saved states are no more than a shorter way: nobody else can claim them.
  def claim(): Stored =
    log match
      case writable: EventLog =>
        writable.states.load[SavedFold[S]](key) match
          case Right(Some(saved)) if saved.hasSameSchema && saved.state.records == fingerprint && isIn(saved.offset) =>
            now = Folded(saved.state.state, saved.offset)
            hasCaughtUp = saved.state.hasCaughtUp
            note(saved.state.aside.map(one => SetAside(one.key, Offset(one.offset), one.reason)))
          case Left(failed: SnapshotError.Failed) => throw TargetUnavailable(failed.error)
          // A state that cannot be used costs a longer replay, and the next save replaces it.
          case _ => ()
      case _ => ()
    resume()

  // A log that was restored from a backup may end before the state of its folder.
  private def isIn(offset: Offset) = offset.sequence <= log.source.visible.sequence

  def resume(): Stored = Stored(now.offset, hasCaughtUp, aside.values.toVector)

  def store(records: Vector[Record[E]], more: Vector[SetAside], upTo: Offset): Unit =
    val state = records.foldLeft(now.state)(applied)
    note(more)
    now = Folded(state, upTo)
    count(records.size + more.size)

  def storeAside(record: Record[E], one: SetAside): Unit =
    now = now.copy(state = applied(now.state, record))
    aside -= one.offset.sequence
    count(1)

  // Otherwise a process that ends before the next save would have them set aside again.
  def endReplay(): Unit = close()

  def discard(gone: Vector[SetAside]): Unit =
    aside --= gone.map(_.offset.sequence)
    saveNow()

  def reachEnd(upTo: Offset): Unit =
    hasCaughtUp = true
    now = now.copy(offset = upTo)

  def release(): Unit = ()

  // A save that is under way, or has failed, would have the next start fold what this one has folded.
  def close(): Unit = if unsaved > 0 || settled < started then saveNow()

  private def applied(state: S, record: Record[E]): S =
    try step(state, record)
    catch case UserFailure(failed) => throw RecordsFailed(failed)
    finally Thread.interrupted(): Unit

  private def note(more: Vector[SetAside]): Unit = aside ++= more.map(one => one.offset.sequence -> one)

  private def count(records: Int): Unit =
    unsaved += records
    if unsaved >= saveEvery then save()

  private def save(): Unit = saving: writable =>
    started += 1
    writable.states.save(key, now.offset, saved, Level.OsCache, listener, started, waits = true)

  /** Saves, and waits until a start finds it. */
  private def saveNow(): Unit = saving: writable =>
    started += 1
    writable.states.save(key, now.offset, saved).get(SecondsToSave, TimeUnit.SECONDS) match
      case Left(error) => warn(projection, error.message, null)
      case Right(())   => settled = started

  private val listener = new SaveListener:
    def saved(save: Long): Unit                        = settled = save
    def failed(save: Long, error: SnapshotError): Unit = warn(projection, error.message, null)

  private def saving(save: EventLog => Unit): Unit =
    unsaved = 0
    log match
      case writable: EventLog if !writable.source.isClosed =>
        try save(writable)
        catch case UserFailure(failed) => warn(projection, Described.failure(failed), failed)
      case _ => ()

  private def saved: SavedFold[S] =
    val all = aside.valuesIterator.map(one => SavedFold.Aside(one.key, one.offset.sequence, one.reason)).toVector
    SavedFold(fingerprint, hasCaughtUp, all, now.state)

private[projection] object FoldTarget:
  private inline val SecondsToSave = 30

  /** A state, and the offset up to which it has all records. */
  final case class Folded[S](state: S, offset: Offset)

  private def warn(projection: String, problem: String, cause: Throwable | Null): Unit =
    EntityLog.warn(
      s"the state of $projection could not be saved, so its next start takes longer. It is tried again later. $problem",
      cause
    )
