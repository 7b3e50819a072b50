package brine.journal

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
  */
final class Records[A](private[journal] val log: String, cursor: EventCursor)(using as: ReadAs[A])
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

  /** The next record.
    *
    * @param looks
    *   whether to look for what another process has written, at the end of what is known
    */
  private[journal] def next(looks: Boolean): Either[ReadError, Option[Record[A]]] =
    // Asked before, too: records that another thread has closed are closed, even while that one is at it.
    if user.isEnded then Left(ReadError.Closed)
    else user.use(if user.isEnded then Left(ReadError.Closed) else read(looks))

  private def read(looks: Boolean): Either[ReadError, Option[Record[A]]] =
    val result =
      try if cursor.next() || looks && nextAfterRefresh() then record() else Right(None)
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
    cursor.next()

  private def record(): Either[ReadError, Option[Record[A]]] =
    as.read(cursor.payload, cursor.schema) match
      case Left(error)  => Left(ReadError.Undecodable(cursor.offset, cursor.stream, error))
      case Right(value) =>
        val record =
          Record(cursor.offset, cursor.stream, cursor.version, cursor.at, cursor.tags, cursor.key, value)
        Right(Some(record))

  /** Offset of the last record that was read or passed: continue after it. Before any it is the one before the first
    * that can be read, or [[Offset.Begin]].
    */
  def offset: Offset = cursor.offset

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
