package brine.journal.state

import brine.codec.{Codec, EncodeError, Schemas}
import brine.journal.*
import brine.journal.snapshot.SnapshotError
import brine.journal.snapshot.SnapshotError.*
import brine.journal.storage.Storage
import java.io.IOException
import java.nio.file.Path
import java.util.concurrent.{CompletableFuture, CompletionException}
import java.util.{Objects, UUID}

/** The states of a journal in files: a journal of their own in a folder of it. Each key is a stream there, and its last
  * event is its state. It is opened with the first use, so a journal without states has no such folder. Thread-safe.
  *
  * @param folder
  *   the folder of the states
  * @param journal
  *   identity of the journal that the states are of
  * @param start
  *   that journal had durable records up to this sequence when it was opened
  * @param reach
  *   up to which sequence it has durable records now
  * @param least
  *   see [[StateCleaner]]
  * @param open
  *   opens the journal in the folder, and creates it if it is missing
  */
private[journal] final class FileStates(
    folder: Path,
    storage: Storage,
    journal: UUID,
    start: Long,
    reach: () => Long,
    least: Long,
    open: () => Either[OpenError, StateLog]
) extends StateRecords:
  private final class Opened(val log: StateLog, val mark: StatesMark):
    val cleaner: StateCleaner = StateCleaner(log, least, mark.live, live => saveMark(_.copy(live = live)))

    def saveMark(change: StatesMark => StatesMark): Unit =
      StatesMark.save(log, change(mark).copy(upTo = reach())): Unit

  private type Opening = CompletableFuture[Either[SnapshotError, Opened | Null]]

  private val codecs                          = StateCodecs()
  @volatile private var opened: Opened | Null = null
  private var opening: Opening | Null         = null // guarded by this: set while it is being opened
  @volatile private var isClosed              = false

  def place: String = folder.toString

  // ---- Opening and closing ------------------------------------------------------------------------------------------

  /** The open journal; null if there is none in the folder, and none is created. */
  private def files(creates: Boolean): Either[SnapshotError, Opened | Null] =
    val known = opened
    if isClosed then Left(closed)
    else if known != null then Right(known)
    else
      var pending: Opening | Null = null
      // Nobody waits in the lock: virtual threads that cannot leave their carriers, because their stacks are nearly
      // full, would keep all of them from the one that has the lock.
      val found = synchronized:
        if isClosed then Left(closed)
        else if opened != null then Right(opened)
        else if opening == null && !creates && !isThere then Right(null)
        else
          pending = if opening == null then begin() else opening
          // It ends in the lock, so it can have ended only if it has not begun.
          opening = if pending.nn.isDone then null else pending
          Right(null)
      if pending == null then found else await(pending.nn)

  // Ignores interrupts.
  private def await(pending: Opening): Either[SnapshotError, Opened | Null] =
    try pending.join()
    catch case failed: CompletionException => throw failed.getCause

  private def closed: SnapshotError =
    Failed(place, Refusal("the journal is closed: open it again to save and load states"))

  private def isThere: Boolean =
    // What cannot be looked for is opened, which says why.
    try storage.exists(folder)
    catch case _: java.io.IOException => true

  // On a thread of its own: files close while a thread is interrupted, and a thread of a store, which may be the one
  // that calls, must not close what cannot be used.
  private def begin(): Opening =
    val result = CompletableFuture[Either[SnapshotError, Opened | Null]]()
    val thread = Thread(() => run(result), s"brine-states-$folder")
    thread.setDaemon(true)
    try thread.start()
    catch
      case lack: OutOfMemoryError =>
        val cause  = IOException(lack.getMessage, lack)
        val failed = Failed(place, ExplainedFailure("opening the states takes a thread, which is not to be had", cause))
        result.complete(Left(failed)): Unit
    result

  private def run(result: Opening): Unit =
    val outcome =
      try Right(openNow())
      catch case failed: Throwable => Left(failed)
    synchronized:
      opening = null
      outcome match
        case Right(Right(now)) => opened = now
        case _                 => ()
    outcome match
      case Right(ended) => result.complete(ended): Unit
      case Left(failed) => result.completeExceptionally(failed): Unit

  private def openNow(): Either[SnapshotError, Opened | Null] = open() match
    case Left(error) => Left(Failed(place, JournalException(error)))
    case Right(log)  => checked(log)

  private def checked(log: StateLog): Either[SnapshotError, Opened | Null] =
    val mark =
      try StatesMark.check(log, journal, start)
      catch
        case failed: Throwable =>
          log.close()
          throw failed
    mark match
      case Left(error) =>
        log.close()
        Left(error)
      case Right(mark) => Right(Opened(log, mark))

  /** Makes what was accepted durable, and refuses later calls. */
  def close(): Unit =
    val pending = synchronized:
      isClosed = true
      opening
    if pending != null then pending.handle((_, _) => ()).join(): Unit
    val last = opened
    if last != null then
      last.cleaner.close()
      val wasInterrupted = Thread.interrupted()
      try if last.log.state.acceptsAppends then last.saveMark(_.copy(live = last.cleaner.live))
      finally
        last.log.close()
        if wasInterrupted then Thread.currentThread.interrupt()

  /** Empties segments now, if there is enough to give back; with `all`, however much there is. */
  private[journal] def clean(all: Boolean = false): Unit =
    val now = opened
    if now != null then if all then now.cleaner.emptyEnded(): Unit else now.cleaner.clean()

  /** The journal of the states, once it is open. */
  private[journal] def log: Option[StateLog] = Option(opened).map(_.log)

  // ---- Saving -------------------------------------------------------------------------------------------------------

  def save[S](
      key: String,
      offset: Offset,
      state: S,
      level: Level,
      listener: SaveListener,
      context: Long,
      waits: Boolean
  )(using codec: Codec[S]): Unit =
    check(key, level, listener)
    // In this order: a state that a clock or a codec changes meanwhile is not ahead of what was durable before.
    val durable = reach()
    if offset.sequence > durable then
      listener.failed(context, NotDurable(StatePlace.of(place, key), offset, Offset(durable)))
    else
      files(creates = true) match
        case Left(error) => listener.failed(context, error)
        case Right(now)  =>
          val event = StateEvent.Saved(offset.sequence, state)
          append(now.nn, key, event, level, listener, context, waits)(using codecs.of(codec))

  def delete(key: String, level: Level, listener: SaveListener, context: Long, waits: Boolean): Unit =
    check(key, level, listener)
    files(creates = false) match
      case Left(error)               => listener.failed(context, error)
      case Right(now) if now == null => listener.saved(context)
      case Right(now)                =>
        append(now.nn, key, StateEvent.Deleted[Unit](), level, listener, context, waits)(using codecs.ofDeleted)

  private def check(key: String, level: Level, listener: SaveListener): Unit =
    Names.require("state", key)
    Objects.requireNonNull(level, "level"): Unit
    Objects.requireNonNull(listener, "listener"): Unit

  private def append[S](
      now: Opened,
      key: String,
      event: StateEvent[S],
      level: Level,
      listener: SaveListener,
      context: Long,
      waits: Boolean
  )(using Codec[StateEvent[S]]): Unit =
    val problem =
      try
        now.log.appendOne(key, event, level, listener.ofAppends, context, waits)
        null
      catch case error: EncodeError => Unencodable(0, error.getMessage)
    if problem != null then listener.failed(context, problem)
    now.cleaner.look()

  // ---- Loading ------------------------------------------------------------------------------------------------------

  def load[S](key: String)(using
      codec: Codec[S]
  )(using
      schemas: Schemas
  ): Either[SnapshotError, Option[SavedState[S]]] =
    Names.require("state", key)
    files(creates = false).flatMap: now =>
      if now == null then Right(None)
      else
        val found =
          try Right(StateLookup.newest(now.log, key))
          catch case error: JournalException => Left(failure(error))
        found.flatMap:
          case Some(event) => decode(key, event)
          case None        => Right(None)

  private def failure(error: JournalException): SnapshotError = error.error match
    case ReadError.Corrupt(file, position, problem) => Damaged(file.toString, position, problem)
    case _                                          => Failed(place, error)

  private def decode[S](key: String, event: StateLookup.Found)(using
      codec: Codec[S]
  )(using schemas: Schemas): Either[SnapshotError, Option[SavedState[S]]] =
    val ofEvents      = codecs.of(codec)
    val hasSameSchema = event.schema.fingerprint == ofEvents.fingerprint
    val otherType     = if hasSameSchema then None else StateEvent.typeProblem(event.schema, codec, schemas)
    otherType.toLeft(()).flatMap(_ => Codec.decodeBare(event.payload, event.schema)(using ofEvents)) match
      case Left(error)                 => Left(Undecodable(StatePlace.of(place, key), 0, 0, error))
      case Right(StateEvent.Deleted()) => Right(None)
      case Right(StateEvent.Saved(offset, _)) if offset > reach() => Right(None)
      case Right(StateEvent.Saved(offset, state))                 =>
        Right(Some(SavedState(Offset(offset), state, hasSameSchema)))
