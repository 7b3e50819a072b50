package brine.journal.format

import brine.codec.Compression
import brine.journal.storage.StorageFile

/** Reads a segment from its first unit on, and checks every rule of the format: frames, entries, numbers, sequences,
  * the seal. All that reads whole segments does so with it. Owned by one thread.
  *
  * {{{
  * while reader.nextUnit() do
  *   while reader.nextEntry() do … // reader.entry, reader.stream, reader.dictionary
  * reader.requireTo(last)          // unless the segment may end anywhere
  * }}}
  *
  * @param name
  *   name of the file, for errors
  * @param compressions
  *   the compression of each kind, for compressed units
  */
private[journal] final class SegmentReader(
    val name: String,
    file: StorageFile,
    val header: SegmentHeader,
    compressions: Int => Option[Compression],
    policy: SegmentReader.Policy,
    chunkSize: Int = UnitScanner.ChunkSize
):
  import SegmentReader.Policy

  /** The current unit. */
  val unit: UnitScanner = UnitScanner(name, file, header, SegmentHeader.Length, compressions, chunkSize)

  /** The current entry. */
  val entry: EntryReader = EntryReader()

  /** What the entries so far have defined. Not for salvage. */
  val dictionary: SegmentDictionary = SegmentDictionary()

  /** The stream of the current event, whose version is that of the event. Not for salvage. */
  var stream: SegmentDictionary.Stream | Null = null

  /** The last sequence that was read, or the one before the segment. */
  var lastSequence: Long = header.firstSequence - 1

  /** Number of records that were read. */
  var records = 0L

  /** Offset after the last unit that was read. */
  var end: Long = SegmentHeader.Length

  /** The highest sequence that the header or a frame says was durable. */
  var durable: Long = header.previous.sequence

  /** The seal, once it was read. */
  var seal: Option[Seal] = None

  /** For salvage: why there is no next unit; and whether the bytes of one are there as they were written. */
  var problem   = ""
  var isRefused = false

  /** For salvage: whether nothing was skipped so far. */
  var isWhole = true

  private val checksVersions = policy == Policy.Verify

  // Events of the current unit so far, and for salvage the last sequence in it.
  private var found   = 0
  private var checked = 0L

  /** How the segment ends where it was read to. The digest holds only if nothing was skipped. */
  def segmentEnd: SegmentEnd = SegmentEnd(lastSequence, end, unit.digest)

  /** Why there was no next unit, if there is something all the same. */
  def stopped: Option[String] = unit.stop match
    case UnitScanner.Stop.Invalid(problem) => Some(problem)
    case UnitScanner.Stop.Empty            => None

  // ---- Units --------------------------------------------------------------------------------------------------------

  /** Reads the next unit; false if there is no whole one, if it has only records after a sequence, or at the seal.
    *
    * @throws Damage
    *   if a whole unit or the seal breaks a rule; not for salvage, see [[problem]]
    */
  def nextUnit(upTo: Long = Long.MaxValue): Boolean =
    if seal.nonEmpty then false
    else if policy == Policy.Salvage then nextWholeUnit()
    else if !unit.next() then false
    else if unit.isSeal then
      takeSeal()
      false
    else if unit.firstSequence > upTo then
      unit.unread()
      false
    else
      val wrong = wrongBegin
      if wrong.nonEmpty then damaged(wrong)
      found = 0
      entry.reset(unit)
      true

  private def wrongBegin: String =
    val mayHaveGap = unit.isSparse || !isWhole
    val isNext     =
      if mayHaveGap then unit.firstSequence > lastSequence else unit.firstSequence == lastSequence + 1
    if isNext then "" else s"record ${unit.firstSequence} after record $lastSequence"

  // Frames of a seal have the digest of what came before.
  private def takeSeal(): Unit =
    val read = unit.seal
    durable = math.max(durable, unit.durableSequence)
    if !agrees(read) then
      damaged(s"the segment's seal names ${read.records} records up to ${read.sequence}, and other frames")
    seal = Some(read)

  /** Whether a seal says what was read. */
  def agrees(seal: Seal): Boolean =
    val covered = header.original.fold(lastSequence)(_.sequence)
    seal.sequence == covered && lastSequence <= covered && seal.digest == unit.digest && seal.records == records

  /** Reads the seal, if it follows. */
  def readSeal(): Unit =
    if seal.isEmpty && unit.next() then if unit.isSeal then takeSeal() else unit.unread()

  /** Reads on where the file has grown. */
  def refresh(): Unit = unit.seek(unit.end, fresh = true)

  /** Checks that the segment was read up to this sequence: its last one by the next header. Compaction may have removed
    * that; then there must be a seal.
    *
    * @throws Damage
    *   if it was not
    */
  def requireTo(last: Long): Unit =
    if lastSequence < last && !(header.isCompacted && seal.nonEmpty) then
      throw Damage(name, unit.end, s"${stopped.getOrElse("the segment ends here")}, but it had records up to $last")

  /** Checks that a compacted segment was read to its seal, without which it is not whole.
    *
    * @throws Damage
    *   if it was not
    */
  def requireSeal(): Unit =
    if header.isCompacted && seal.isEmpty then
      throw Damage(name, unit.end, stopped.getOrElse("a compacted segment without its seal"))

  // ---- Entries ------------------------------------------------------------------------------------------------------

  /** Reads the next entry of the unit; false after the last one.
    *
    * @throws Damage
    *   if it breaks a rule
    */
  def nextEntry(): Boolean =
    try
      if entry.next() then
        if entry.kind == Entry.Event then event() else dictionary.define(entry)
        true
      else
        endUnit()
        false
    catch case malformed: EntryReader.Malformed => damaged(malformed.problem)

  private def event(): Unit =
    val wrong = wrongEvent(lastSequence)
    if wrong.nonEmpty then damaged(wrong)
    val known  = entry.stream < dictionary.streams.size
    val before = if known then dictionary.streams(entry.stream).version else 0L
    val now    = dictionary.count(entry)
    if checksVersions && now.version <= before then
      damaged(s"version ${now.version} of stream '${now.name}' after version $before")
    stream = now
    lastSequence = entry.sequence
    records += 1
    found += 1

  private def wrongEvent(last: Long): String =
    if entry.sequence > last then "" else s"record ${entry.sequence} after record $last"

  private def endUnit(): Unit =
    val wrong = wrongCount
    if wrong.nonEmpty then damaged(wrong)
    durable = math.max(durable, unit.durableSequence)
    end = unit.end

  private def wrongCount: String =
    if found == unit.count then "" else s"a unit of $found records that says it has ${unit.count}"

  /** Reads the rest of the unit's entries. */
  def skipEntries(): Unit = while nextEntry() do ()

  private def damaged(problem: String): Nothing = throw Damage(name, unit.offset, problem)

  // ---- Salvage ------------------------------------------------------------------------------------------------------

  private def nextWholeUnit(): Boolean =
    isRefused = false
    problem = ""
    try
      if !unit.next() then problem = stopped.getOrElse("there is nothing where records were")
      else if unit.isSeal then seal = Some(unit.seal)
      else
        problem = wrongUnit
        isRefused = problem.nonEmpty
      problem.isEmpty && seal.isEmpty
    catch
      case damage: Damage =>
        problem = damage.problem
        isRefused = true
        false

  /** What is wrong with the current unit; empty if nothing is. */
  private def wrongUnit: String =
    var wrong = wrongBegin
    found = 0
    checked = if unit.isSparse then lastSequence else unit.firstSequence - 1
    entry.reset(unit)
    try
      while wrong.isEmpty && entry.next() do
        if entry.kind == Entry.Event then
          found += 1
          wrong = wrongEvent(checked)
          checked = entry.sequence
    catch case malformed: EntryReader.Malformed => wrong = malformed.problem
    if wrong.isEmpty then wrongCount else wrong

  /** Counts the unit that [[nextUnit]] has found. Its events are read with another reader, since what they refer to may
    * be lost.
    */
  def take(): Unit =
    lastSequence = checked
    records += found
    durable = math.max(durable, unit.durableSequence)
    end = unit.end

private[journal] object SegmentReader:
  /** What to do where a segment is not as it should be. */
  enum Policy:
    /** Reads to the first place where there is no whole unit: what comes after was never durable, or the caller knows
      * better. A whole unit that breaks a rule is damage.
      */
    case Open

    /** Checks in addition what no reader needs: that versions rise. */
    case Verify

    /** Continues after damage. The caller decides where. */
    case Salvage
