package brine.journal.maintenance

import brine.codec.Compression
import brine.journal.format.{
  Damage,
  Entry,
  EntryReader,
  Little,
  SegmentDictionary,
  SegmentEnd,
  SegmentHeader,
  UnitScanner
}
import brine.journal.storage.StorageFile

/** The content of a segment, after all of it was read.
  *
  * @param records
  *   number of records
  * @param end
  *   end of its last whole unit
  * @param isSealed
  *   whether it has a seal
  * @param fileEnd
  *   offset after its seal if it has one, otherwise after its last unit
  * @param stopped
  *   why the scan ended there, if neither at a seal nor at empty space
  */
private[journal] final case class SegmentContent(
    records: Long,
    end: SegmentEnd,
    isSealed: Boolean,
    fileEnd: Long,
    stopped: Option[String]
)

private[journal] object SegmentContent:
  /** Reads a segment unit by unit and checks every frame, entry, number and version. Owned by one thread. */
  final class Reader(name: String, file: StorageFile, header: SegmentHeader, compressions: Int => Option[Compression]):
    private val scanner    = UnitScanner(name, file, header, SegmentHeader.Length, compressions)
    private val entries    = EntryReader()
    private val dictionary = SegmentDictionary()
    private var records    = 0L
    private var last       = header.firstSequence - 1
    private var isSealed   = false
    private var end        = SegmentHeader.Length.toLong
    // The digest where `readUpTo` stopped: the scanner has read further. 0 elsewhere.
    private var digestBefore = 0L

    private def digest: Long = if digestBefore != 0 then digestBefore else scanner.digest

    def content: SegmentContent =
      val stopped = scanner.stop match
        case UnitScanner.Stop.Invalid(problem) => Some(problem)
        case UnitScanner.Stop.Empty            => None
      SegmentContent(records, SegmentEnd(last, end, digest), isSealed, scanner.end, stopped)

    /** Reads to the seal, or to the last whole unit. */
    def readAll(): Unit = while readUnit() do ()

    /** Reads to the unit with this record, and the seal if it follows. */
    def readTo(sequence: Long): Unit =
      while last < sequence && readUnit() do ()
      if !isSealed && last >= sequence && scanner.next() && scanner.isSeal then checkSeal()

    /** Reads up to the last unit that has only records up to this sequence. */
    def readUpTo(sequence: Long): Unit =
      var more = true
      while more do
        val offset = scanner.end
        val before = scanner.digest
        if !scanner.next() then more = false
        else if !scanner.isSeal && scanner.firstSequence > sequence then
          scanner.seek(offset)
          digestBefore = before
          more = false
        else more = take()

    private def readUnit(): Boolean = !isSealed && scanner.next() && take()

    private def take(): Boolean =
      if scanner.isSeal then
        checkSeal()
        false
      else
        if !scanner.isSparse && scanner.firstSequence != last + 1 then
          throw Damage(name, scanner.offset, s"record ${scanner.firstSequence} after record $last")
        try readEntries()
        catch case error: EntryReader.Malformed => throw Damage(name, scanner.offset, error.problem)
        end = scanner.end
        true

    private def readEntries(): Unit =
      entries.reset(scanner)
      var found = 0
      while entries.next() do
        if entries.kind != Entry.Event then dictionary.define(entries)
        else
          if entries.sequence <= last then
            throw EntryReader.Malformed(s"record ${entries.sequence} after record $last", entries.start)
          val stream = dictionary.streams.lift(entries.stream)
          val before = stream.fold(0L)(_.version)
          val after  = dictionary.count(entries).version
          if after <= before || !scanner.isSparse && after != before + 1 then
            throw EntryReader.Malformed(
              s"version $after of stream '${stream.fold("")(_.name)}' after version $before",
              entries.start
            )
          last = entries.sequence
          found += 1
      if found != scanner.count then
        throw EntryReader.Malformed(s"$found records, not ${scanner.count}", scanner.bodyFrom)
      records += found

    private def checkSeal(): Unit =
      val sequence = Little.long(scanner.body, scanner.bodyFrom)
      val digest   = Little.long(scanner.body, scanner.bodyFrom + 8)
      val count    = Little.long(scanner.body, scanner.bodyFrom + 16)
      val covered  = header.original.fold(last)(_.sequence)
      if sequence != covered || digest != scanner.digest || count != records then
        throw Damage(name, scanner.offset, s"the segment's seal names $count records up to $sequence, and other frames")
      isSealed = true
