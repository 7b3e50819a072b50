package brine.journal.state

import brine.codec.{Codec, EncodeError, Out, Schemas}
import brine.journal.snapshot.SnapshotError
import brine.journal.snapshot.SnapshotError.*
import brine.journal.{AppendError, Encoding, Level, Names, Offset, StoreThread}
import java.util.{Collections, IdentityHashMap, Objects}
import java.util.concurrent.{
  ConcurrentLinkedQueue,
  ExecutionException,
  LinkedBlockingQueue,
  RejectedExecutionException,
  Semaphore,
  ThreadPoolExecutor,
  TimeUnit
}
import scala.util.control.NonFatal

/** The states of a store without files: what the store implements is to write changes and to get a state, one row a
  * key. Thread-safe if [[get]] is.
  *
  * A thread of its own writes, which ends when it has had nothing to do for a second: so a save does not wait for the
  * database, and those that come meanwhile are written together. What an abstract method throws becomes
  * [[SnapshotError.Failed]].
  *
  * @param place
  *   what messages call the store: a URL without secrets, for instance
  * @param mostPending
  *   the most saves in flight
  */
abstract class EncodedStates(val place: String, mostPending: Int = EncodedStates.MostPending) extends StateRecords:
  import EncodedStates.Waiting
  require(mostPending > 0, s"mostPending is positive, not $mostPending")

  private val waiting = ConcurrentLinkedQueue[Waiting]()
  private val room    = Semaphore(mostPending)
  private val writer  =
    ThreadPoolExecutor(
      0,
      1,
      1,
      TimeUnit.SECONDS,
      LinkedBlockingQueue[Runnable](),
      task => StoreThread(task, s"brine-states-$place")
    )

  /** Stores changes in their order, best in one transaction: all or none. Replaces the state of a key, whatever its
    * offset is. Called by one thread at a time. When it returns, each change has reached its level, and [[get]] sees
    * it if it is durable.
    *
    * @param changes
    *   at least one; a key may be there more than once
    */
  protected def write(changes: IndexedSeq[StateChange]): Unit

  /** Whether [[write]] has failed because of one of its changes, so that others may be written without it: one that is
    * too large, for instance. Then they are written in two halves, and so on, until only that one fails. Otherwise all
    * fail, which is the default.
    *
    * @param failure
    *   what [[write]] has thrown. Of an `Error`, such as a lack of memory, an `ExecutionException` with that as its
    *   cause
    */
  protected def isOfOneChange(failure: Exception): Boolean = false

  /** The newest durable state of exactly this key, if there is one. */
  protected def get(key: String): Option[EncodedState]

  /** Offset of the last record that is durable. */
  protected def reach: Offset

  /** Why nothing may be saved or loaded now; None if it may. A store says so before it calls [[finish]]. */
  protected def refusal: Option[Exception]

  /** Waits until everything that was accepted is written. A store calls it while it closes. No interrupt ends the wait.
    */
  protected final def finish(): Unit =
    StoreThread.requireOther("close")
    // Whoever accepted a change may have failed before it began a thread for it.
    while !waiting.isEmpty do writeAll()
    room.acquireUninterruptibly(mostPending)
    room.release(mostPending)
    writer.shutdown()

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
    val out     = Out()
    val problem =
      try
        Encoding.write(codec, out, state)
        guarded(reach) match
          case Left(error)                                          => Some(error)
          case Right(durable) if offset.sequence > durable.sequence => Some(NotDurable(placeOf(key), offset, durable))
          case _                                                    => None
      catch case error: EncodeError => Some(Unencodable(0, error.getMessage))
    problem match
      case Some(error) => listener.failed(context, error)
      case None        =>
        accept(StateChange(key, Some(EncodedState(offset, codec.schema, out.toArray)), level), listener, context, waits)

  def delete(key: String, level: Level, listener: SaveListener, context: Long, waits: Boolean): Unit =
    check(key, level, listener)
    accept(StateChange(key, None, level), listener, context, waits)

  private def check(key: String, level: Level, listener: SaveListener): Unit =
    Names.require("state", key)
    Objects.requireNonNull(level, "level"): Unit
    Objects.requireNonNull(listener, "listener"): Unit

  private def accept(change: StateChange, listener: SaveListener, context: Long, waits: Boolean): Unit =
    if closed then refuse(listener, context)
    else if !takeRoom(waits) then listener.failed(context, NotSaved(AppendError.Full))
    // Whoever has room now is waited for by `finish`, unless the store was closed before.
    else if closedWithRoom then
      room.release()
      refuse(listener, context)
    else
      waiting.add(Waiting(change, listener, context))
      try begin(() => writeAll())
      catch
        // It is closed, or there is no thread to be had: what was accepted is written in any case.
        case _: (RejectedExecutionException | OutOfMemoryError) => writeAll()

  /** Writes what waits, on the thread of this store. One in memory may do it on the caller's. */
  private[journal] def begin(write: Runnable): Unit = writer.execute(() => StoreThread.working(write.run()))

  private def closedWithRoom: Boolean =
    try closed
    catch
      case failed: Throwable =>
        room.release()
        throw failed

  private def closed: Boolean = guarded(refusal).fold(_ => true, _.isDefined)

  private def refuse(listener: SaveListener, context: Long): Unit =
    val error = guarded(refusal).fold(identity, found => found.fold(NotSaved(AppendError.Full))(Failed(place, _)))
    listener.failed(context, error)

  private def takeRoom(waits: Boolean): Boolean =
    // First without waiting, which an interrupt would end although there is room.
    room.tryAcquire() || waits && !StoreThread.isCurrent && {
      room.acquire()
      true
    }

  // One thread at a time, also if the executor takes no more tasks.
  private def writeAll(): Unit = writer.synchronized:
    val group = Vector.newBuilder[Waiting]
    var count = 0
    var next  = waiting.poll()
    while next != null do
      group += next
      count += 1
      next = if count < EncodedStates.MostTogether then waiting.poll() else null
    if count > 0 then
      val all = group.result()
      try tell(all, written(all))
      finally room.release(count)

  /** Why each was not written, if it was not. */
  private def written(all: Vector[Waiting]): Vector[Option[SnapshotError]] = failed(all) match
    case Some(failure) if all.sizeIs > 1 && guarded(isOfOneChange(failure)).contains(true) =>
      val (some, others) = all.splitAt(all.size / 2)
      written(some) ++ written(others)
    case found => all.map(_ => found.map(Failed(place, _)))

  private def failed(all: Vector[Waiting]): Option[Exception] =
    try
      write(all.map(_.change))
      None
    catch
      case NonFatal(error: Exception) => Some(error)
      // An error of the virtual machine, such as a class that cannot be loaded: callers must be told, too.
      case error: Throwable => Some(ExecutionException(error))

  private def tell(all: Vector[Waiting], results: Vector[Option[SnapshotError]]): Unit =
    // By identity: nobody knows what the equality of a listener does.
    val listeners = Collections.newSetFromMap(IdentityHashMap[SaveListener, java.lang.Boolean]())
    all
      .lazyZip(results)
      .foreach: (one, problem) =>
        listeners.add(one.listener): Unit
        quietly:
          problem match
            case None        => one.listener.saved(one.context)
            case Some(error) => one.listener.failed(one.context, error)
    listeners.forEach(listener => quietly(listener.endOfGroup()))

  private def quietly(body: => Unit): Unit =
    try body
    catch
      case error: Throwable => // of any kind: the others must be told
        val thread = Thread.currentThread
        try thread.getUncaughtExceptionHandler.uncaughtException(thread, error)
        catch case _: Throwable => ()

  def load[S](key: String)(using
      codec: Codec[S]
  )(using
      schemas: Schemas
  ): Either[SnapshotError, Option[SavedState[S]]] =
    Names.require("state", key)
    guarded(refusal).flatMap:
      case Some(error) => Left(Failed(place, error))
      case None        =>
        // In this order: a state that is found is not ahead of what was durable afterwards.
        guarded(get(key)).flatMap(found => guarded(reach).map(durable => found.filter(isWithin(durable)))) match
          case Right(Some(state)) => decode(key, state).map(Some(_))
          case Right(None)        => Right(None)
          case Left(error)        => Left(error)

  private def isWithin(durable: Offset)(state: EncodedState): Boolean = state.offset.sequence <= durable.sequence

  private def decode[S](key: String, state: EncodedState)(using
      codec: Codec[S]
  )(using
      schemas: Schemas
  ): Either[SnapshotError, SavedState[S]] =
    Codec.decodeBare[S](state.bytes, state.schema, schemas) match
      case Left(error)  => Left(Undecodable(placeOf(key), 0, 0, error))
      case Right(value) =>
        Right(SavedState(state.offset, value, state.schema.fingerprint == codec.schema.fingerprint))

  private def guarded[A](body: => A): Either[SnapshotError, A] =
    try Right(body)
    catch case NonFatal(error: Exception) => Left(Failed(place, error))

  private def placeOf(key: String): String = StatePlace.of(place, key)

object EncodedStates:
  /** The most saves in flight, unless a store says otherwise. */
  final val MostPending = 16384

  // The most changes of one transaction.
  private final val MostTogether = 1000

  private final class Waiting(val change: StateChange, val listener: SaveListener, val context: Long)
