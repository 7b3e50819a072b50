package brine.journal.tools

import brine.journal.{Compressions, JournalSettings}
import brine.journal.format.{Damage, Entry, EntryReader, Frame, Little, SegmentEnd, SegmentHeader, UnitScanner}
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
  private val scanner  = UnitScanner(name, file, header, SegmentHeader.Length, Compressions.of(settings))
  private val checking = EntryReader()
  private var evidence = safe
  // The last sequence of the unit that was checked last.
  private var checked = 0L
  // Why there is no unit to read; and whether there is one all the same, whose bytes are as they were written.
  private var problem  = ""
  private var isBroken = false

  /** The last sequence that was read, or the one before the segment. */
  var lastSequence: Long = header.firstSequence - 1

  /** Whether nothing was skipped so far. */
  var isWhole: Boolean = true

  /** The seal, if the segment ends with one. */
  var seal: Option[SegmentEnd] = None

  /** Number of records by the seal. */
  var sealRecords: Long = 0

  /** Offset after the last unit that was read. */
  var end: Long = SegmentHeader.Length

  /** Digest of the frames up to [[end]]; valid only if [[isWhole]]. */
  def digest: Long = scanner.digest

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
      else if !advance() then more = pass(unit, hole)
      else if scanner.isSeal then
        takeSeal(hole)
        more = false
      else take(unit)

  /** Reads the next unit, or the seal; false if there is none that can be read. */
  private def advance(): Boolean =
    isBroken = false
    try
      if !scanner.next() then
        problem = scanner.stop match
          case UnitScanner.Stop.Empty            => "there is nothing where records were"
          case UnitScanner.Stop.Invalid(problem) => problem
        false
      else
        problem = if scanner.isSeal then "" else check()
        isBroken = problem.nonEmpty
        !isBroken
    catch
      case damage: Damage =>
        problem = damage.problem
        isBroken = true
        false

  private def isAtEnd = isWhole && knownEnd.exists(end => !header.isCompacted && scanner.end >= end.offset)

  // A segment that a crash ended has no seal.
  private def endsWithSeal(): Unit =
    try if scanner.next() && scanner.isSeal then readSeal()
    catch case _: Damage => () // after the end, so it does not count

  private def take(unit: UnitScanner => Unit): Unit =
    evidence = math.max(evidence, scanner.durableSequence)
    lastSequence = checked
    end = scanner.end
    unit(scanner)

  private def readSeal(): Unit =
    val body = scanner.body
    seal = Some(
      SegmentEnd(Little.long(body, scanner.bodyFrom), scanner.offset, Little.long(body, scanner.bodyFrom + 8))
    )
    sealRecords = Little.long(body, scanner.bodyFrom + 16)

  private def takeSeal(hole: SegmentWalk.Hole => Unit): Unit =
    readSeal()
    seal.foreach: seal =>
      if seal.sequence > lastSequence && !header.isCompacted then
        leaveOut(SegmentWalk.Hole(end, "units before the segment's seal are missing", seal.sequence), hole)

  private def leaveOut(left: SegmentWalk.Hole, hole: SegmentWalk.Hole => Unit): Unit =
    isWhole = false
    hole(left)

  /** What is wrong with the entries of the unit at which the scanner stands; empty if nothing is. */
  private def check(): String =
    checking.reset(scanner)
    checked = if scanner.isSparse then lastSequence else scanner.firstSequence - 1
    var events  = 0
    var problem = ""
    try
      while problem.isEmpty && checking.next() do
        if checking.kind == Entry.Event then
          events += 1
          if checking.sequence <= checked then problem = s"record ${checking.sequence} after record $checked"
          checked = checking.sequence
    catch case malformed: EntryReader.Malformed => problem = malformed.problem
    if problem.nonEmpty then problem
    else if events != scanner.count then s"a unit of $events records that says it has ${scanner.count}"
    else if scanner.firstSequence <= lastSequence then s"record ${scanner.firstSequence} after record $lastSequence"
    else if isWhole && !header.isCompacted && scanner.firstSequence != lastSequence + 1 then
      s"record ${scanner.firstSequence} after record $lastSequence"
    else ""

  /** Skips bytes that are not a whole unit, or one that cannot be read.
    *
    * @return
    *   whether the walk continues
    */
  private def pass(unit: UnitScanner => Unit, hole: SegmentWalk.Hole => Unit): Boolean =
    val isValid = isBroken
    val at      = if isValid then scanner.offset else scanner.end
    val after   = if isValid then scanner.end else at + Frame.Alignment
    val said    = problem
    if isValid then believe()
    look(at)
    if !isValid && knownLast.isEmpty && evidence <= lastSequence && !isUnsealedCompacted then
      isTorn = hasMore(at)
      false
    else
      // Where another process writes, the unit may have become whole since it was read.
      scanner.seek(at, fresh = true)
      if knownLast.isEmpty && !isValid && advance() && !scanner.isSeal then
        take(unit)
        true
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
    isWhole = false
    while !isFound && place >= 0 do
      scanner.seek(place)
      // A frame from the middle of a compressed unit cannot be expanded.
      isFound = advance()
      if !isFound then place = scanner.findFrame(place + Frame.Alignment)
    isWhole = whole
    val until =
      if !isFound then math.max(knownLast.getOrElse(0L), evidence)
      else if scanner.isSeal then Little.long(scanner.body, scanner.bodyFrom)
      else scanner.firstSequence - 1
    leaveOut(begun.copy(until = until), hole)
    if isFound && scanner.isSeal then readSeal()
    else if isFound then take(unit)
    isFound && !scanner.isSeal

  /** Notes what all frames after an offset say was durable. */
  private def look(at: Long): Unit =
    if knownLast.isEmpty then
      var place = scanner.findFrame(at)
      while place >= 0 do
        evidence = math.max(evidence, scanner.durableSequence)
        place = scanner.findFrame(place + Frame.Alignment)

  private def hasMore(at: Long): Boolean =
    val buffer = java.nio.ByteBuffer.allocate(1 << 16)
    var place  = at
    var found  = false
    var more   = true
    while more && !found do
      buffer.clear()
      val read = file.read(buffer, place)
      found = (0 until read).exists(buffer.get(_) != 0)
      place += read
      more = read > 0 && place < header.size
    found

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
