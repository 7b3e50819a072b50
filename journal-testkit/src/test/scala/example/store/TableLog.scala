package example.store

import brine.journal.*
import brine.journal.snapshot.SnapshotStore
import brine.journal.state.StateRecords
import java.time.Instant
import java.time.temporal.ChronoUnit.MICROS
import java.util.Objects
import java.util.concurrent.{ArrayBlockingQueue, TimeUnit}
import scala.jdk.CollectionConverters.*

/** An event log as somebody else would write it, with public types only: one writer that takes what waits and commits
  * it in one transaction, and readers that poll. Thread-safe.
  */
final class TableLog(database: Database) extends EventLog:
  private final class Waiting(val append: EncodedAppend, val listener: AppendListener, val context: Long)

  private val waiting             = ArrayBlockingQueue[Waiting](TableLog.MostPending)
  private val gate                = Object()
  @volatile private var isClosing = false
  @volatile private var hasEnded  = false
  @volatile private var committed = database.table
  private val writer              = StoreThread(() => StoreThread.working(run()), "table-log-writer")
  writer.start()

  def name: String = "table-log"

  override def takesStored: Boolean  = true
  override def mostAppendBytes: Long = TableLog.MostBytes

  // Appending: the queue is the bound of appends in flight.

  def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
    Objects.requireNonNull(listener, "listener"): Unit
    if append.bytes > TableLog.MostBytes then
      listener.rejected(context, AppendError.TooLarge(append.bytes, TableLog.MostBytes))
    else
      val one     = Waiting(append, listener, context)
      var isIn    = offer(one)
      val mayWait = waits && !StoreThread.isCurrent
      while !isIn && mayWait && !isClosing do
        Thread.sleep(1)
        isIn = offer(one)
      if !isIn then
        listener.rejected(context, if isClosing then AppendError.Closed("by the program") else AppendError.Full)

  // Nothing may come into the queue after the writer has seen that the log is closing.
  private def offer(one: Waiting): Boolean = gate.synchronized(!isClosing && waiting.offer(one))

  private def run(): Unit =
    var isOver = false
    while !isOver do
      // Before the queue is looked at: what comes in later is refused.
      val closing = isClosing
      val first   = waiting.poll(1, TimeUnit.MILLISECONDS)
      if first != null then
        val group = java.util.ArrayList[Waiting]()
        group.add(first)
        waiting.drainTo(group): Unit
        commit(group.asScala.toVector)
      else isOver = closing
    hasEnded = true

  private def commit(group: Vector[Waiting]): Unit =
    val now              = Instant.now.truncatedTo(MICROS)
    val (table, results) = group.foldLeft((committed, Vector.empty[Either[AppendError, Appended]])):
      case ((table, results), one) =>
        table.append(one.append, now) match
          case Right((after, appended)) => (after, results :+ Right(appended))
          case Left(error)              => (table, results :+ Left(error))
    database.table = table
    committed = table
    for (one, result) <- group.zip(results) do
      quietly:
        result match
          case Right(done) =>
            one.listener.appended(one.context, done.first, done.last, done.version, Micros.of(done.at))
          case Left(error) => one.listener.rejected(one.context, error)
    group.map(_.listener).distinct.foreach(listener => quietly(listener.endOfGroup()))

  private def quietly(body: => Unit): Unit =
    try body
    catch case _: Throwable => () // the listener's mistake, not the log's

  // Reading

  val source: EventSource = new EventSource:
    def events(filter: Filter.Basic, from: Offset): EventCursor =
      TableCursor(
        () => committed,
        from.sequence,
        row =>
          filter match
            case Filter.All          => true
            case Filter.Stream(name) => row.stream == name
            case Filter.Tagged(tag)  => row.tags(tag)
      )
    def stream(name: String, from: Long): EventCursor =
      TableCursor(() => committed, 0, row => row.stream == name && row.version >= from)
    def visible: Offset                                   = Offset(committed.last)
    def isClosed: Boolean                                 = hasEnded
    def awaitBeyond(offset: Offset, nanos: Long): Boolean =
      val until = System.nanoTime + math.max(nanos, 0)
      // Compared by their difference, because a sum may overflow.
      while committed.last <= offset.sequence && !hasEnded && until - System.nanoTime > 0 do Thread.sleep(1)
      committed.last > offset.sequence

  def durable: Offset = Offset(committed.last)

  def version(stream: String): Either[ReadError, Long] =
    if isClosing then Left(ReadError.Closed) else Right(committed.version(stream))

  def offsetAt(time: Instant): Either[ReadError, Offset] =
    if isClosing then Left(ReadError.Closed)
    else Right(Offset(committed.rows.iterator.takeWhile(_.at.isBefore(time)).size + 1L))

  val snapshots: SnapshotStore = TableSnapshots(database, () => durable, () => isClosing)

  private val table        = TableStates(database, () => durable, () => isClosing)
  val states: StateRecords = table

  def close(): Unit =
    StoreThread.requireOther("close")
    var wasInterrupted = Thread.interrupted()
    gate.synchronized { isClosing = true }
    table.close()
    while writer.isAlive do
      try writer.join()
      catch case _: InterruptedException => wasInterrupted = true
    if wasInterrupted then Thread.currentThread.interrupt()

object TableLog:
  private final val MostPending = 100
  private final val MostBytes   = 1L << 20
