package brine.journal.tools

import brine.journal.{Compressions, JournalSettings}
import brine.journal.format.{Frame, Seal, SegmentEnd, SegmentHeader, SegmentReader, SegmentTail, UnitScanner}
import brine.journal.storage.StorageFile

/** Reads a segment through, past any damage. Owned by one thread.
  *
  * If the segment's end is known from elsewhere, everything up to it must be readable. Otherwise the rule of recovery
  * holds. What a later frame or the manifest says was durable must be there, and anything else after the last whole
  * unit was never durable.
  *
  * @param knownLast
  *   the segment's last sequence, if it is known
  * @param knownEnd
  *   how the segment ends, if that is known
  * @param safe
  *   a sequence in this segment that was durable; 0 if none is known
  */
private[tools] final class SegmentWalk(
    name: String,
    file: StorageFile,
    header: SegmentHeader,
    settings: JournalSettings,
    knownLast: Option[Long],
    knownEnd: Option[SegmentEnd],
    safe: Long
):
  private val reader   = SegmentReader(name, file, header, Compressions.of(settings), SegmentReader.Policy.Salvage)
  private val scanner  = reader.unit
  private var evidence = safe

  /** The last sequence that was read, or the one before the segment. */
  def lastSequence: Long = reader.lastSequence

  /** Whether nothing was skipped so far. */
  def isWhole: Boolean = reader.isWhole

  /** The seal, if the segment ends with one. */
  def seal: Option[Seal] = reader.seal

  /** Where the seal is. */
  def sealOffset: Long = scanner.offset

  /** Whether the seal says what was read; valid only if [[isWhole]]. */
  def sealAgrees: Boolean = reader.seal.forall(reader.agrees)

  /** Offset after the last unit that was read. */
  def end: Long = reader.end

  /** How the segment ends where it was read to; valid only if [[isWhole]]. */
  def segmentEnd: SegmentEnd = reader.segmentEnd

  /** Everything up to this sequence was durable, according to this segment and to the parameters. */
  def proven: Long = math.max(math.max(evidence, knownLast.getOrElse(0L)), header.previous.sequence)

  /** Whether there is a torn write after the end. */
  var isTorn: Boolean = false

  /** Reads the segment.
    *
    * @param unit
    *   receives each whole unit, with the scanner at it
    * @param hole
    *   receives each range between units that was durable and cannot be read
    */
  def run(unit: UnitScanner => Unit)(hole: SegmentWalk.Hole => Unit): Unit =
    var more = true
    while more do
      if isAtEnd then
        more = false
        endsWithSeal()
      else if reader.nextUnit() then take(unit)
      else if seal.nonEmpty then
        checkSeal(hole)
        more = false
      else more = pass(unit, hole)

  private def isAtEnd = isWhole && knownEnd.exists(end => !header.isCompacted && scanner.end >= end.offset)

  // A segment that a crash ended has no seal.
  private def endsWithSeal(): Unit =
    if reader.nextUnit() || reader.isRefused then scanner.unread() // only the seal counts after the end

  private def take(unit: UnitScanner => Unit): Unit =
    evidence = math.max(evidence, scanner.durableSequence)
    reader.take()
    unit(scanner)

  private def checkSeal(hole: SegmentWalk.Hole => Unit): Unit =
    seal.foreach: seal =>
      if seal.sequence > lastSequence && !header.isCompacted then
        leaveOut(SegmentWalk.Hole(end, "units before the segment's seal are missing", seal.sequence), hole)

  private def leaveOut(left: SegmentWalk.Hole, hole: SegmentWalk.Hole => Unit): Unit =
    reader.isWhole = false
    hole(left)

  /** Skips bytes that are not a whole unit, or one that cannot be read.
    *
    * @return
    *   whether the walk continues
    */
  private def pass(unit: UnitScanner => Unit, hole: SegmentWalk.Hole => Unit): Boolean =
    val isValid = reader.isRefused
    val at      = if isValid then scanner.offset else scanner.end
    val after   = if isValid then scanner.end else at + Frame.Alignment
    val said    = reader.problem
    if isValid then believe()
    look(at)
    if !isValid && knownLast.isEmpty && evidence <= lastSequence && !isUnsealedCompacted then
      isTorn = SegmentTail.writtenBytes(file, header, at) > 0
      false
    else
      // Where another process writes, the unit may have become whole since it was read.
      scanner.seek(at, fresh = true)
      if knownLast.isEmpty && !isValid && reader.nextUnit() then
        take(unit)
        true
      else if seal.nonEmpty then
        checkSeal(hole)
        false
      else if knownLast.exists(_ <= lastSequence) && !isUnsealedCompacted then false
      else resume(SegmentWalk.Hole(at, said, 0), after, unit, hole)

  /** Notes that a unit that cannot be read was written whole: as for opening, that is not a torn write. */
  private def believe(): Unit =
    if !scanner.isSparse then evidence = math.max(evidence, scanner.firstSequence + math.max(scanner.count, 1) - 1)

  // Compaction always ends a segment with a seal.
  private def isUnsealedCompacted = header.isCompacted && seal.isEmpty

  private def resume(
      begun: SegmentWalk.Hole,
      after: Long,
      unit: UnitScanner => Unit,
      hole: SegmentWalk.Hole => Unit
  ): Boolean =
    var place   = scanner.findFrame(after)
    var isFound = false
    val whole   = isWhole
    reader.isWhole = false
    while !isFound && place >= 0 do
      scanner.seek(place)
      // A frame from the middle of a compressed unit cannot be expanded.
      isFound = reader.nextUnit() || seal.nonEmpty
      if !isFound then place = scanner.findFrame(place + Frame.Alignment)
    reader.isWhole = whole
    val until =
      if !isFound then math.max(knownLast.getOrElse(0L), evidence)
      else seal.fold(scanner.firstSequence - 1)(_.sequence)
    leaveOut(begun.copy(until = until), hole)
    if isFound && seal.isEmpty then take(unit)
    isFound && seal.isEmpty

  /** Notes what all frames after an offset say was durable. */
  private def look(at: Long): Unit = if knownLast.isEmpty then evidence = math.max(evidence, scanner.durableFrom(at))

private[tools] object SegmentWalk:
  /** Bytes that hold no whole unit, though units were there.
    *
    * @param offset
    *   where they start in the file
    * @param problem
    *   why they cannot be read
    * @param until
    *   the last sequence that was there
    */
  final case class Hole(offset: Long, problem: String, until: Long)
