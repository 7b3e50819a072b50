package brine.journal.format

import java.util.UUID

/** The rules by which the segments of a journal belong to it and follow each other: sections 9 (step 2) and 11 of
  * `docs/spec/journal-format.md`. Everything that reads more than one segment asks here.
  */
private[journal] object SegmentChain:
  /** Checks that a file is named by its first sequence.
    *
    * @throws Damage
    *   if it is not
    */
  def checkName(name: String, header: SegmentHeader): Unit =
    if SegmentNames.name(header.firstSequence) != name then
      val problem = s"the segment's first sequence is ${header.firstSequence}: the file was renamed"
      throw Damage(name, SegmentHeader.FirstSequenceAt, problem)

  /** Checks that a file is of a journal.
    *
    * @throws Damage
    *   if it is not
    */
  def checkJournal(name: String, header: SegmentHeader, journal: UUID): Unit =
    if header.journal != journal then
      throw Damage(name, SegmentHeader.JournalAt, s"a segment of another journal, ${header.journal}")

  /** Checks that a file is the segment that was listed, or the one that compaction has put in its place.
    *
    * @throws Damage
    *   if it is not
    */
  def checkListed(listed: SegmentHeader, found: SegmentHeader): Unit =
    val name = SegmentNames.name(listed.firstSequence)
    checkJournal(name, found, listed.journal)
    if found.number != listed.number || found.firstSequence != listed.firstSequence then
      val problem = s"this is segment ${found.number}, not ${listed.number}: the file was exchanged"
      throw Damage(name, SegmentHeader.NumberAt, problem)
    if found.salt != listed.salt && !found.isCompacted then
      val problem = s"this is another segment of number ${found.number}: the file was exchanged"
      throw Damage(name, SegmentHeader.SaltAt, problem)

  /** Why a header contradicts itself; empty if it does not. */
  def contradiction(header: SegmentHeader): String =
    if header.previous.sequence + 1 == header.firstSequence then ""
    else "the header contradicts itself: it begins elsewhere than the segment before ended"

  /** Checks that a segment follows another one.
    *
    * @throws Damage
    *   if it does not
    */
  def checkFollows(before: SegmentHeader, after: SegmentHeader): Unit =
    if after.number != before.number + 1 then throw missing(before.number + 1, after)
    val problem = contradiction(after)
    if problem.nonEmpty then throw Damage(nameOf(after), SegmentHeader.PreviousAt, problem)

  /** Number of the first segment that is not there, of those from a number on; the one after the last if all are. */
  def firstGap(first: Long, headers: Vector[SegmentHeader]): Long =
    var number = first
    val all    = headers.iterator
    while all.hasNext && all.next().number == number do number += 1
    number

  /** Whether segments after a gap are those of an unfinished backup, which do not count: the journal was closed before
    * the segment that is missing.
    */
  def endsBefore(gap: Long, manifest: Manifest): Boolean = manifest.isClosed && gap > manifest.watermark.segment

  /** The segments that count, of those that are there.
    *
    * @param headers
    *   in their order; those that retention has deleted may be among them
    * @throws Damage
    *   if one is missing, of another journal, renamed, or contradicts another one
    * @param mayHaveMore
    *   whether segments of an unfinished backup may follow a gap: they are left out
    */
  def check(
      headers: Vector[(String, SegmentHeader)],
      manifest: Manifest,
      mayHaveMore: Boolean = false
  ): Vector[SegmentHeader] =
    headers.foreach: (name, header) =>
      checkJournal(name, header, manifest.journal)
      checkName(name, header)
    val kept  = headers.map(_._2).filter(_.number >= manifest.firstSegment)
    val gap   = firstGap(manifest.firstSegment, kept)
    val chain = kept.take((gap - manifest.firstSegment).toInt)
    kept
      .drop(chain.size)
      .headOption
      .foreach: after =>
        if !mayHaveMore || !endsBefore(gap, manifest) then throw missing(gap, after)
    chain.zip(chain.drop(1)).foreach(checkFollows(_, _))
    chain

  private def missing(number: Long, found: SegmentHeader): Damage =
    val problem = s"this is segment ${found.number}, but segment $number, which comes before it, is not there"
    Damage(nameOf(found), 0, problem)

  private def nameOf(header: SegmentHeader) = SegmentNames.name(header.firstSequence)
