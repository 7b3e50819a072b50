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
  *   offset of the replica's first record to compare
  * @param until
  *   offset of its last one
  * @param isWhole
  *   whether the log gives all records that it has; otherwise those from the time of the first one on
  * @param isAdopted
  *   whether others than a follower may have appended to the replica. Then the log must have its last record
  */
private[replication] final class PrefixCheck(
    from: String,
    to: String,
    replica: EventLogReader,
    first: Long,
    until: Long,
    isWhole: Boolean,
    isAdopted: Boolean
) extends AutoCloseable:
  private var end                             = until
  private var records                         = ExportedRecords(replica, Offset(first))
  private var current: Option[ExportedRecord] = None
  private var passed                          = first - 1
  private var skipped                         = 0L
  private var lastOffset                      = 0L
  private var hasMatched                      = false

  /** Whether all were compared. */
  def isDone: Boolean = passed >= end

  /** Continues: the replica has got more records. */
  def extend(last: Long): Unit =
    end = last
    fitsFrom = -1
    current = None
    records.close()
    records = ExportedRecords(replica, Offset(passed + 1))

  /** Compares the next record of the log. Returns whether the replica has it. */
  def take(record: ExportedRecord): Either[FollowError, Boolean] =
    var result: Option[Either[FollowError, Boolean]] = None
    while result.isEmpty do
      if isDone then result = Some(proven.map(_ => false))
      else
        load() match
          case Left(error) => result = Some(Left(FollowError.Unread(to, error)))
          // Compaction has deleted the last ones there.
          case Right(None)                             => passed = end
          case Right(Some(own)) if isSame(own, record) => result = Some(compare(own, record))
          case Right(Some(own))                        =>
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
    if isDone then if isAdopted then proven else Right(())
    else
      load() match
        case Left(error) => Left(FollowError.Unread(to, error))
        case Right(None) =>
          passed = end
          ended(upTo)
        case Right(Some(own)) if isAdopted   => Left(beyond(own, upTo))
        case Right(Some(_)) if hasRoom(upTo) => Right(())
        case Right(Some(_))                  => Left(FollowError.SourceShrank(from, upTo, to, end))

  // From here on, the log was found to have room for what is left. It only gets more of that.
  private var fitsFrom = -1L

  private def hasRoom(upTo: Long): Boolean = isBounded && (fitsFrom == passed || {
    val fits = left(upTo - lastOffset + 1) <= upTo - lastOffset
    if fits then fitsFrom = passed
    fits
  })

  /** Number of records of the replica that are still to be compared, up to a bound. */
  private def left(most: Long): Long =
    val records = ExportedRecords(replica, Offset(passed + 1))
    try
      var count = 0L
      while count < most && records.next().exists(_.exists(_.record.offset.sequence <= end)) do count += 1
      count
    finally records.close()

  private def isBounded = isWhole || hasMatched

  private def proven: Either[FollowError, Unit] =
    if end < first then Right(())
    else if !isBounded then Left(unproven)
    else if isAdopted && (!hasMatched || skipped > 0) then Left(unjoined)
    else Right(())

  private def unproven = FollowError.Diverged(
    to,
    s"none of its records from $first to $end is among those that $from gave. If compaction has removed them there, " +
      "compare all records"
  )

  private def unjoined = FollowError.Diverged(
    to,
    s"its last records, up to offset $end, are not in $from. Programs have appended them, or retention or compaction " +
      s"of $from has deleted them: then make another copy"
  )

  private def beyond(own: ExportedRecord, upTo: Long) = FollowError.Diverged(
    to,
    s"its record at offset ${own.record.offset.sequence} is ${named(own)}, and $from ends at offset $upTo, before " +
      "that. Perhaps the two places are in the wrong order"
  )

  /** The record to compare; None if there are no more. */
  private def load(): Either[ReadError, Option[ExportedRecord]] =
    if current.isDefined then Right(current)
    else
      records
        .next()
        .map: own =>
          current = own.filter(_.record.offset.sequence <= end)
          current

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
        Left(FollowError.Diverged(to, s"record ${own.record.offset.sequence}, of offset $offset in $from: $problem"))
      case None =>
        pass()
        skipped = 0
        lastOffset = offset
        hasMatched = true
        Right(true)

  private def misplaced(own: ExportedRecord, record: ExportedRecord): FollowError =
    FollowError.Diverged(
      to,
      s"its record ${own.record.offset.sequence} is ${named(own)}, where $from has ${named(record)}, at offset " +
        record.record.offset.sequence
    )

  private def named(one: ExportedRecord) =
    s"version ${one.record.version} of '${JournalError.inLine(one.record.stream)}'"

  private def pass(): Unit =
    current.foreach(own => passed = own.record.offset.sequence)
    current = None

  def close(): Unit = records.close()
