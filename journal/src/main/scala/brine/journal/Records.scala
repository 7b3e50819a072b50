package brine.journal

import java.time.Duration
import java.util.concurrent.locks.LockSupport

/** Records in order, read as you go, up to the last durable one. Threads may take turns. If two read at once, one of
  * them gets an `IllegalStateException`. Any thread may [[close]] them.
  *
  * {{{
  * journal.read[SiteEvent]("site-42").foldLeft(Site.empty)((site, record) => site.after(record.value))
  * }}}
  *
  * Close it after use; the methods that read to the end close it themselves. [[EventLogReader]] makes them; a program
  * needs the constructor only for a cursor of its own.
  *
  * @param log
  *   what messages call the log: its folder, or a URL without secrets
  * @param cursor
  *   the events as a store provides them; these records close it
  * @param source
  *   where the cursor is from, to wait for further records. Without it, waiting looks every millisecond
  */
final class Records[A](
    private[journal] val log: String,
    cursor: EventCursor,
    source: Option[EventSource] = None
)(using as: ReadAs[A])
    extends AutoCloseable:
  private val user = OneUser(s"The records of the log $log", () => release())

  // Why reading has ended, if it failed. Of the thread that uses the records.
  private var failure: Throwable | Null = null

  // What closing throws must not hide the failure that led there.
  private def release(): Unit =
    val known = failure
    try cursor.close()
    catch case more: Throwable if known != null => if more ne known then known.addSuppressed(more)

  /** The next record, or None at the end. Call it again later to read records appended since. After an error the
    * records are closed, also after an exception that the store throws.
    */
  def next(): Either[ReadError, Option[Record[A]]] = next(looks = true)

  /** The next record; waits for one at most this long. Returns None if there is none by then. After the last record of
    * a log that was closed it returns [[ReadError.Closed]].
    *
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; no record is lost
    */
  def await(atMost: Duration): Either[ReadError, Option[Record[A]]] = awaiting[Option[Record[A]]](atMost, None)(next())

  /** What there is now, at least one record unless there is none, in order.
    *
    * @param most
    *   the most records
    * @param mostBytes
    *   ends with the record that reaches this number of bytes, as the codec wrote them
    * @return
    *   an error only if there is no record before it: the next call returns it otherwise
    * @throws IllegalArgumentException
    *   if a bound is not positive
    */
  def nextBatch(
      most: Int = Records.MostOfBatch,
      mostBytes: Long = Records.MostBytesOfBatch
  ): Either[ReadError, Vector[Record[A]]] = nextBatch(most, mostBytes, looks = true)

  private[journal] def nextBatch(most: Int, mostBytes: Long, looks: Boolean): Either[ReadError, Vector[Record[A]]] =
    Records.requireBounds(most, mostBytes)
    user.use:
      val records = Vector.newBuilder[Record[A]]
      var count   = 0
      var bytes   = 0L
      var more    = true
      var error   = Option.empty[ReadError]
      while more do
        next(looks && count == 0) match
          case Right(Some(record)) =>
            records += record
            count += 1
            bytes += size
            more = count < most && bytes < mostBytes
          case Right(None)   => more = false
          case Left(problem) =>
            error = Some(problem)
            more = false
      if count > 0 then
        unread = error
        Right(records.result())
      else error.toLeft(Vector.empty)

  // An error that came after records of a batch.
  private var unread: Option[ReadError] = None
  // Bytes of the last record
  private var size = 0

  private def ended: Either[ReadError, Option[Record[A]]] =
    val error = unread.getOrElse(ReadError.Closed)
    unread = None
    Left(error)

  /** Like [[nextBatch]]; waits for a record at most this long. Returns an empty batch if there is none by then.
    *
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; no record is lost
    */
  def awaitBatch(
      atMost: Duration,
      most: Int = Records.MostOfBatch,
      mostBytes: Long = Records.MostBytesOfBatch
  ): Either[ReadError, Vector[Record[A]]] =
    awaiting[Vector[Record[A]]](atMost, Vector.empty)(nextBatch(most, mostBytes))

  // Nobody uses the records while it waits, so that closing them works meanwhile.
  private def awaiting[B](atMost: Duration, none: B)(next: => Either[ReadError, B]): Either[ReadError, B] =
    val until  = System.nanoTime + Completion.nanosOf(atMost)
    var result = next
    var left   = until - System.nanoTime
    // First without waiting: what is there needs no wait, on any thread.
    if result == Right(none) && left > 0 then StoreThread.requireOther("await")
    while result == Right(none) && left > 0 do
      // Asked before: what was appended before closing is read.
      val isOver = source.exists(_.isClosed)
      if isOver then
        result = next
        if result == Right(none) then result = Left(ReadError.Closed)
      else
        waitFor(math.min(left, Records.LongestSliceNanos))
        result = next
        left = until - System.nanoTime
    result

  private def waitFor(nanos: Long): Unit = source match
    case Some(source) => source.awaitBeyond(offset, nanos): Unit
    case None         =>
      if Thread.interrupted() then throw InterruptedException("waiting for records")
      LockSupport.parkNanos(this, math.min(nanos, 1_000_000L))

  /** The next record.
    *
    * @param looks
    *   whether to look for what another process has written, at the end of what is known
    */
  private[journal] def next(looks: Boolean): Either[ReadError, Option[Record[A]]] =
    // Asked before, too: records that another thread has closed are closed, even while that one is at it.
    if user.isEnded then ended
    else user.use(if user.isEnded then ended else read(looks))

  // Where to continue after an error: not after the event that could not be read.
  private var failedAfter = Option.empty[Offset]

  private def read(looks: Boolean): Either[ReadError, Option[Record[A]]] =
    val result =
      try if nextOfType() || looks && nextAfterRefresh() then record() else Right(None)
      catch
        case failed: JournalException =>
          failed.error match
            case error: ReadError =>
              failure = failed
              Left(error)
            case _ => failedWith(failed)
        case own: Throwable => failedWith(own)
    if result.isLeft then close()
    result

  // A store may throw what it likes, and whoever reads need not know that the cursor is still open then.
  private def failedWith(failed: Throwable): Nothing =
    failure = failed
    close()
    throw failed

  private def nextAfterRefresh(): Boolean =
    cursor.refresh()
    nextOfType()

  private def nextOfType(): Boolean =
    var found = cursor.next()
    while found && !isRead do found = cursor.next()
    found

  private def isRead: Boolean = if StreamDeleted.isAt(cursor) then as.readsDeletions else !as.readsDeletionsAlone

  private def record(): Either[ReadError, Option[Record[A]]] =
    val payload = cursor.payload
    size = payload.length
    as.read(payload, cursor.schema) match
      case Left(error) =>
        val at = cursor.offset
        failedAfter = Some(Offset(at.sequence - 1))
        Left(ReadError.Undecodable(at, cursor.stream, error))
      case Right(value) =>
        val record =
          Record(cursor.offset, cursor.stream, cursor.version, cursor.at, cursor.tags, cursor.key, value)
        Right(Some(record))

  /** Offset of the last record that was read or passed: continue after it. Before any it is the one before the first
    * that can be read, or [[Offset.Begin]]. A record that could not be read is not passed: with an error, also one that
    * [[nextBatch]] keeps for its next call, this is the offset before it.
    */
  def offset: Offset = failedAfter.getOrElse(cursor.offset)

  /** Folds all records, and closes. */
  def foldLeft[B](zero: B)(step: (B, Record[A]) => B): Either[ReadError, B] =
    // The use of a whole fold costs each record less.
    user.use(folded(zero)(step))

  private def folded[B](zero: B)(step: (B, Record[A]) => B): Either[ReadError, B] =
    var sum                      = zero
    var error: Option[ReadError] = None
    var more                     = true
    try
      while more do
        next() match
          case Right(Some(record)) => sum = step(sum, record)
          case Right(None)         => more = false
          case Left(problem)       =>
            error = Some(problem)
            more = false
    finally close()
    error.toLeft(sum)

  /** Passes each record to a function, and closes. */
  def foreach(body: Record[A] => Unit): Either[ReadError, Unit] = foldLeft(())((_, record) => body(record))

  /** All records, read into memory; closes. */
  def toVector: Either[ReadError, Vector[Record[A]]] =
    foldLeft(Vector.newBuilder[Record[A]])(_ += _).map(_.result())

  /** The records as an iterator. It closes at the end, and throws [[JournalException]] on an error. */
  def iterator: Iterator[Record[A]] =
    Iterator
      .continually(next().fold(error => throw JournalException(error), identity))
      .takeWhile: record =>
        if record.isEmpty then close()
        record.isDefined
      .flatten

  /** Releases the files. Later calls of [[next]] return [[ReadError.Closed]]. If another thread reads a record now, it
    * gets that, and the files are released then.
    */
  def close(): Unit = user.end()

object Records:
  /** The most records of a batch, unless you name another bound. */
  final val MostOfBatch = 1000

  /** The bytes at which a batch ends, unless you name another bound: 1 MiB. */
  final val MostBytesOfBatch = 1L << 20

  // How long a wait takes to notice that the records were closed.
  private inline val LongestSliceNanos = 50_000_000L

  private[journal] def requireBounds(most: Int, mostBytes: Long): Unit =
    require(most > 0, s"a batch has at least 1 record, not $most")
    require(mostBytes > 0, s"a batch has at least 1 byte, not $mostBytes")
