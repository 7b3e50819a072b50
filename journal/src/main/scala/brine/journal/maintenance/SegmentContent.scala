package brine.journal.maintenance

import brine.codec.Compression
import brine.journal.format.{SegmentEnd, SegmentHeader, SegmentReader}
import brine.journal.storage.StorageFile

/** The content of a segment, after it was read.
  *
  * @param records
  *   number of records
  * @param end
  *   end of its last whole unit
  * @param isSealed
  *   whether it has a seal
  * @param fileEnd
  *   offset after its seal if it has one, otherwise after its last unit
  */
private[journal] final case class SegmentContent(
    records: Long,
    end: SegmentEnd,
    isSealed: Boolean,
    fileEnd: Long
)

private[journal] object SegmentContent:
  /** A reader of a segment that checks everything. */
  def reader(
      name: String,
      file: StorageFile,
      header: SegmentHeader,
      compressions: Int => Option[Compression]
  ): SegmentReader = SegmentReader(name, file, header, compressions, SegmentReader.Policy.Verify)

  /** Reads to the seal, or to the last whole unit. */
  def all(reader: SegmentReader): SegmentContent = upTo(reader, Long.MaxValue)

  /** Reads to the unit with this record, and the seal if it follows. */
  def to(reader: SegmentReader, sequence: Long): SegmentContent =
    while reader.lastSequence < sequence && reader.nextUnit() do reader.skipEntries()
    if reader.lastSequence >= sequence then reader.readSeal()
    of(reader)

  /** Reads up to the last unit that has only records up to this sequence. */
  def upTo(reader: SegmentReader, sequence: Long): SegmentContent =
    while reader.nextUnit(sequence) do reader.skipEntries()
    of(reader)

  private def of(reader: SegmentReader): SegmentContent =
    SegmentContent(reader.records, reader.segmentEnd, reader.seal.nonEmpty, reader.unit.end)
