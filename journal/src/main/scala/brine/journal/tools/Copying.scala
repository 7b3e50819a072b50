package brine.journal.tools

import brine.journal.{EventLogReader, Offset}

/** One copy. For one thread.
  *
  * @param to
  *   what messages call the copy
  */
private[tools] final class Copying(from: EventLogReader, to: String, onProgress: CopyProgress => Unit):
  def run(target: CopyTarget): Either[CopyError, CopyReport] =
    for
      end    <- ExportedRecords.reading(from.durable).left.map(CopyError.Unread(from.name, _))
      report <- run(target, end, CopyCheck(from))
    yield report

  private def run(target: CopyTarget, end: Offset, check: CopyCheck): Either[CopyError, CopyReport] =
    try
      for
        _        <- unlessUnopened(target.read(compare(check, _)))
        imported <- target.open()
        copied   <- copy(imported, end, check)
        all = check.count + copied
        _      <- target.read(verify(check, _, all))
        _      <- if check.count == all then Right(()) else Left(unseen(check.count, all))
        digest <- check.result().left.map(different)
      yield CopyReport(check.count, copied, check.last, digest)
    finally check.close()

  // Opening to write says what is wrong; and it completes a journal in files that a crash has left half-created.
  private def unlessUnopened(result: Either[CopyError, Unit]): Either[CopyError, Unit] = result match
    case Left(_: CopyError.Unopened) => Right(())
    case other                       => other

  private def compare(check: CopyCheck, copy: EventLogReader): Either[CopyError, Unit] =
    ExportedRecords
      .reading(copy.durable)
      .left
      .map(CopyError.Unread(to, _))
      .flatMap: last =>
        val progress = Steps(CopyStep.Comparing)
        check.run(copy, last)(() => progress.passed(last.sequence - check.count)).left.map(notACopy)

  private def copy(imported: JournalImport, end: Offset, check: CopyCheck): Either[CopyError, Long] =
    try
      // Of a crash, opening may find more than a reader has seen.
      check
        .run(imported.log, imported.begin)(() => ())
        .left
        .map(notACopy)
        .flatMap(_ => append(imported, end, check.last))
    finally imported.close()

  private def append(imported: JournalImport, end: Offset, last: Offset): Either[CopyError, Long] =
    val progress = Steps(CopyStep.Copying)
    val records  = ExportedRecords(from, if last == Offset.Begin then last else Offset(last.sequence + 1))
    var result: Either[CopyError, Unit] = Right(())
    try
      var isOver = last.sequence >= end.sequence
      while !isOver do
        records.next() match
          case Left(error) =>
            result = Left(CopyError.Unread(from.name, error))
          case Right(Some(one)) if one.record.offset.sequence <= end.sequence =>
            val offset = one.record.offset.sequence
            result = imported.add(one, offset).left.map(refused)
            progress.passed(end.sequence - offset)
          case Right(_) => isOver = true
        isOver ||= result.isLeft
    finally records.close()
    result.flatMap(_ => imported.finish().left.map(refused))

  private def verify(check: CopyCheck, copy: EventLogReader, all: Long): Either[CopyError, Unit] =
    val progress = Steps(CopyStep.Verifying)
    ExportedRecords
      .reading(copy.durable)
      .left
      .map(CopyError.Unread(to, _))
      .flatMap: last =>
        if last.sequence < all then Left(unseen(last.sequence, all))
        else if last.sequence > all then
          Left(CopyError.Different(to, s"it has ${last.sequence} records, not $all: somebody else has appended"))
        else check.run(copy, last)(() => progress.passed(all - check.count)).left.map(different)

  // All are durable. If a disk fails at the very end, a journal in files says so to the next that opens it to write.
  private def unseen(seen: Long, all: Long): CopyError =
    CopyError.Refused(
      s"$to: $all records were written, and $seen of them can be read: writing failed in the end. Copy again to continue"
    )

  private def refused(error: ImportError): CopyError =
    val record = if error.at > 0 then s"the record at offset ${error.at} of ${from.name} is not in $to: " else s"$to: "
    CopyError.Refused(
      s"$record${error.problem}. The records before it are copied: fix that, and copy again to continue"
    )

  private def notACopy(problem: CopyCheck.Problem): CopyError = problem match
    case CopyCheck.Problem.Unread(log, error) => CopyError.Unread(log, error)
    case CopyCheck.Problem.Different(problem) => CopyError.NotACopy(to, problem)

  private def different(problem: CopyCheck.Problem): CopyError = problem match
    case CopyCheck.Problem.Unread(log, error) => CopyError.Unread(log, error)
    case CopyCheck.Problem.Different(problem) => CopyError.Different(to, problem)

  /** Counts the records of a step, and tells of some. */
  private final class Steps(step: CopyStep):
    private var count = 0L

    def passed(left: Long): Unit =
      count += 1
      if count % Copying.Between == 0 then onProgress(CopyProgress(step, count, left))

private object Copying:
  /** Number of records between two reports of progress. */
  private final val Between = 1000
