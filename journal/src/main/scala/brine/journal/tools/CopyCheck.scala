package brine.journal.tools

import brine.journal.{EventLogReader, Offset, ReadError}

/** Compares a copy with its log, record by record from the first one on, each once. For one thread. */
private[tools] final class CopyCheck(log: EventLogReader) extends AutoCloseable:
  private val records = ExportedRecords(log, Offset.Begin)
  private val digest  = RecordDigest()

  // The append with a key that is being compared
  private var until   = 0L // offset after it in the log; 0 without one
  private var length  = 0L // how many records it had
  private var inLog   = 0L // how many of them the log has
  private var inCopy  = 0L // how many records it has in the copy
  private var begunAt = 0L

  /** Number of records that were compared and are equal. */
  var count = 0L

  /** Offset of the last one in the log. */
  var last: Offset = Offset.Begin

  /** Compares the next records.
    *
    * @param to
    *   offset of the last record of the copy to compare
    * @param passed
    *   called with each
    */
  def run(copy: EventLogReader, to: Offset)(passed: () => Unit): Either[CopyCheck.Problem, Unit] =
    val found = ExportedRecords(copy, Offset(count + 1))
    try
      var result: Either[CopyCheck.Problem, Unit] = Right(())
      while result.isRight && count < to.sequence do
        result = next(copy, found)
        passed()
      result
    finally found.close()

  private def next(copy: EventLogReader, found: ExportedRecords): Either[CopyCheck.Problem, Unit] =
    for
      own      <- found.next().left.map(unread(copy, _))
      expected <- records.next().left.map(unread(log, _))
      problem = (expected, own) match
        case (None, None)                => None
        case (_, None)                   => Some(s"record ${count + 1} cannot be found in it")
        case (None, _)                   => Some(s"it has more than the $count records of the log")
        case (Some(expected), Some(own)) => compare(expected, own)
      _ <- problem.map(CopyCheck.Problem.Different(_)).toLeft(())
    yield ()

  private def unread(log: EventLogReader, error: ReadError) = CopyCheck.Problem.Unread(log.name, error)

  private def compare(expected: ExportedRecord, own: ExportedRecord): Option[String] =
    val offset = expected.record.offset.sequence
    if own.record.offset.sequence != count + 1 then
      Some(s"record ${count + 1} is missing: the next one has offset ${own.record.offset.sequence}")
    else
      val problem = RecordDifference
        .of(expected, own)
        .map(problem => s"record ${count + 1}, of offset $offset in the log: $problem")
        .orElse(ofAppend(expected, own, offset))
      if problem.isEmpty then
        digest.add(own.record)
        count += 1
        last = expected.record.offset
      problem

  /** Counts the records of an append with a key; at its end says whether the copy has them together. */
  private def ofAppend(expected: ExportedRecord, own: ExportedRecord, offset: Long): Option[String] =
    val problem = if offset >= until || own.keyEvents > 0 then endOfAppend() else None
    if own.keyEvents > 0 then
      until = offset + expected.keyEvents
      length = expected.keyEvents
      inLog = 0
      inCopy = own.keyEvents
      begunAt = count + 1
    if until > 0 then inLog += 1
    problem

  private def endOfAppend(): Option[String] =
    // Compaction may have removed some of them from the log: versions with gaps are no one append in the copy.
    val isRight = until == 0 || inCopy == inLog || inLog < length && inCopy < inLog
    until = 0
    Option.unless(isRight)(s"the append with the key of record $begunAt has $inCopy records, not $inLog")

  /** Ends it: the digest of what was compared. */
  def result(): Either[CopyCheck.Problem, String] =
    endOfAppend().map(CopyCheck.Problem.Different(_)).toLeft(digest.result())

  def close(): Unit = records.close()

private[tools] object CopyCheck:
  /** Why a copy is not equal, or why nobody knows. */
  enum Problem:
    case Unread(log: String, error: ReadError)
    case Different(problem: String)
