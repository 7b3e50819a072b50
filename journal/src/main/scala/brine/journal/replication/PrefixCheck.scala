package brine.journal.replication

import brine.journal.tools.{ExportedRecord, ExportedRecords, RecordDifference}
import brine.journal.{EventLogReader, JournalError, Offset, ReadError}

/** Compares the records that a replica has with those of its log, which come one by one. For one thread.
  *
  * Retention and compaction may have deleted records of the log that the replica has: as many as the offsets of the log
  * leave room for.
  *
  * @param to
  *   what messages call the replica
  * @param first
  *   number of the replica's first record to compare
  * @param end
  *   number of its last one
  * @param isWhole
  *   whether the log gives all records that it has; otherwise those from the time of the first one on
  */
private[replication] final class PrefixCheck(
    from: String,
    to: String,
    replica: EventLogReader,
    first: Long,
    end: Long,
    isWhole: Boolean
) extends AutoCloseable:
  private val records                         = ExportedRecords(replica, Offset(first))
  private var current: Option[ExportedRecord] = None
  private var passed                          = first - 1
  private var skipped                         = 0L
  private var lastOffset                      = 0L
  private var hasMatched                      = false

  /** Number of records of the replica that were compared, or skipped, and of those before. */
  def count: Long = passed

  /** Whether all were compared. */
  def isDone: Boolean = passed >= end

  /** Compares the next record of the log. Returns whether the replica has it. */
  def take(record: ExportedRecord): Either[FollowError, Boolean] =
    var result: Option[Either[FollowError, Boolean]] = None
    while result.isEmpty do
      if isDone then result = Some(if isProven then Right(false) else Left(unproven))
      else
        load() match
          case Left(error)                       => result = Some(Left(FollowError.Unread(to, error)))
          case Right(own) if isSame(own, record) => result = Some(compare(own, record))
          case Right(own)                        =>
            skipped += 1
            if isBounded && skipped > record.record.offset.sequence - lastOffset - 1 then
              result = Some(Left(misplaced(own, record)))
            else pass()
    result.get

  /** The log has no more records than those.
    *
    * @param upTo
    *   offset of its last one
    */
  def ended(upTo: Long): Either[FollowError, Unit] =
    if !isDone && (if isBounded then end - passed > upTo - lastOffset else true) then
      Left(FollowError.SourceShrank(from, upTo, to, end))
    else Right(())

  private def isBounded = isWhole || hasMatched
  private def isProven  = isBounded || end < first

  private def unproven = FollowError.Diverged(
    to,
    s"none of its records from $first to $end is among those that $from gave. If compaction has removed them there, " +
      "compare all records"
  )

  private def load(): Either[ReadError, ExportedRecord] = current match
    case Some(own) => Right(own)
    case None      =>
      records
        .next()
        .flatMap:
          case None      => Left(ReadError.Unavailable(to, Exception(s"record ${passed + 1} cannot be found")))
          case Some(own) =>
            current = Some(own)
            Right(own)

  private def isSame(own: ExportedRecord, other: ExportedRecord): Boolean =
    own.record.version == other.record.version && own.record.stream == other.record.stream

  private def compare(own: ExportedRecord, record: ExportedRecord): Either[FollowError, Boolean] =
    val offset  = record.record.offset.sequence
    val problem = RecordDifference
      .of(record, own)
      .orElse:
        Option.when(own.keyEvents > record.keyEvents):
          s"the append with its key has ${own.keyEvents} records, not ${record.keyEvents}"
    problem match
      case Some(problem) =>
        Left(FollowError.Diverged(to, s"record ${passed + 1}, of offset $offset in $from: $problem"))
      case None =>
        pass()
        skipped = 0
        lastOffset = offset
        hasMatched = true
        Right(true)

  private def misplaced(own: ExportedRecord, record: ExportedRecord): FollowError =
    def named(one: ExportedRecord) = s"version ${one.record.version} of '${JournalError.inLine(one.record.stream)}'"
    FollowError.Diverged(
      to,
      s"its record ${passed + 1} is ${named(own)}, where $from has ${named(record)}, at offset " +
        record.record.offset.sequence
    )

  private def pass(): Unit =
    current = None
    passed += 1

  def close(): Unit = records.close()
