package brine.entity

import brine.journal.*
import brine.journal.snapshot.SnapshotStore
import brine.journal.state.StateRecords
import java.time.Instant
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch}
import scala.annotation.unused

/** A log that does what another one does. Tests override what should fail. */
class WrappedLog(log: EventLog) extends EventLog:
  def name: String                                       = log.name
  def durable: Offset                                    = log.durable
  def version(stream: String): Either[ReadError, Long]   = log.version(stream)
  def offsetAt(time: Instant): Either[ReadError, Offset] = log.offsetAt(time)
  def snapshots: SnapshotStore                           = log.snapshots
  def states: StateRecords                               = log.states
  def close(): Unit                                      = log.close()

  def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
    log.appendEncoded(append, listener, context, waits)

  /** Called before a stream is read. */
  protected def beforeRead(stream: String): Unit = ()

  /** What a stream is read by. */
  protected def streamOf(cursor: EventCursor): EventCursor = cursor

  /** What all streams are read by. */
  protected def allOf(cursor: EventCursor): EventCursor = cursor

  /** Called before all streams are read. */
  protected def beforeReadAll(): Unit = ()

  /** Called before events are selected by a query. */
  protected def beforeQuery(): Unit = ()

  /** The same with the query. */
  protected def beforeQuery(@unused query: Query): Unit = beforeQuery()

  val source: EventSource = new EventSource:
    private val source                                          = log.source
    def events(filter: Filter.Basic, from: Offset): EventCursor =
      beforeReadAll()
      allOf(source.events(filter, from))
    override def matching(query: Query, from: Offset): EventCursor =
      beforeQuery(query)
      source.matching(query, from)
    def visible: Offset                                   = source.visible
    def awaitBeyond(offset: Offset, nanos: Long): Boolean = source.awaitBeyond(offset, nanos)
    def isClosed: Boolean                                 = source.isClosed
    def stream(name: String, from: Long): EventCursor     =
      beforeRead(name)
      streamOf(source.stream(name, from))

/** Keeps appends until they are released. */
final class HeldLog(log: EventLog) extends WrappedLog(log):
  // Guarded by this object
  private val held         = ConcurrentLinkedQueue[() => Unit]()
  private var isHeld       = true
  @volatile var calls: Int = 0

  override def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
    synchronized:
      calls += 1
      if isHeld then held.add(() => super.appendEncoded(append, listener, context, waits)): Unit
      else super.appendEncoded(append, listener, context, waits)

  /** Hands over what is held, and what comes later. */
  def release(): Unit = synchronized:
    isHeld = false
    held.forEach(_())
    held.clear()

/** Refuses every append at once, and is not read before it is released. */
final class RefusingLog(log: EventLog) extends WrappedLog(log):
  private val gate = CountDownLatch(1)

  def release(): Unit = gate.countDown()

  override protected def beforeRead(stream: String): Unit = gate.await()

  override def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
    listener.rejected(context, AppendError.ReadOnly("the test says so"))

/** Fails to be read, but for single streams, as a test says. */
final class UnreadLog(log: EventLog) extends WrappedLog(log):
  @volatile var failure: Option[Throwable] = None

  override protected def beforeReadAll(): Unit = failure.foreach(throw _)

/** Answers appends as a test says. */
final class AnsweringLog(log: EventLog) extends WrappedLog(log):
  /** What happens to the next appends, first come first served; None lets one pass. */
  val answers: ConcurrentLinkedQueue[Option[AppendError]] = ConcurrentLinkedQueue()

  /** What an append of another writer does before each append. */
  @volatile var before: () => Unit = () => ()

  /** How many reads of streams fail. */
  @volatile var failingReads: Int = 0
  @volatile var reads: Int        = 0

  override def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
    before()
    answers.poll() match
      case null | None => super.appendEncoded(append, listener, context, waits)
      case Some(error) => Thread.ofVirtual.start(() => listener.rejected(context, error)): Unit

  override protected def beforeRead(stream: String): Unit = synchronized:
    reads += 1
    if failingReads > 0 then
      failingReads -= 1
      throw JournalException(ReadError.Unavailable(name, Exception("the test says so")))
