package brine.journal.appending

import brine.journal.index.KeyedAppend
import brine.journal.precondition.{Conditions, Keys, RecentEvents, StreamState}
import brine.journal.{AppendError, Appended, JournalSettings, Micros, Offset}
import java.util.UUID

/** Decides whether an append is refused: for a key that was used, for a wrong version, for an event that matches a
  * condition or for a record that it does not follow. Then makes room for it. Owned by the writer thread.
  */
private[journal] final class Admission(
    settings: JournalSettings,
    keys: Keys,
    segments: SegmentSource,
    output: SegmentOutput,
    encoder: AppendEncoder,
    recent: RecentEvents
):
  // The names of a segment stay in memory as long as it is the current one, and while its index is made.
  private val mostNames = math.max(settings.maxCachedNames, Admission.FewestNames)

  /** Why an append is refused, or null. Changes nothing of the journal. */
  def refusal(pending: Pending): AppendError | Null =
    if pending.events == 0 then AppendError.Closed("the append was given up")
    else if pending.after >= 0 && pending.after != output.sequence then
      AppendError.Closed("an append before this one was refused")
    else if !pending.hasKey then refusalButForKey(pending)
    else
      val known = earlier(pending)
      if known != null then duplicate(pending, known) else refusalButForKey(pending)

  private def refusalButForKey(pending: Pending): AppendError | Null =
    val wrong = wrongVersion(pending)
    if wrong != null || pending.conditions == null then wrong else conflict(pending.conditions.nn)

  // Reads nothing from the disk: the caller has compared all events that are not remembered.
  private def conflict(conditions: Conditions): AppendError | Null =
    recent.compare(conditions)
    conditions.error

  // Reads nothing from the disk: the caller has looked into all segments whose keys are not remembered.
  private def earlier(pending: Pending): KeyedAppend | Null =
    val recent = keys.find(UUID(pending.keyHigh, pending.keyLow))
    if recent != null then recent else pending.original

  private def duplicate(pending: Pending, known: KeyedAppend): AppendError =
    val at = Micros.instant(known.time)
    AppendError.Duplicate(Appended(Offset(known.first), Offset(known.last), known.version, at, pending.level))

  // ---- Versions -----------------------------------------------------------------------------------------------------

  private def wrongVersion(pending: Pending): AppendError | Null =
    if pending.parts == 1 then wrongVersion(pending.stream.nn, pending.expected)
    else
      var part                      = 0
      var wrong: AppendError | Null = null
      while part < pending.parts && wrong == null do
        wrong = wrongVersion(pending.part(part).stream, pending.part(part).expected)
        part += 1
      wrong

  private def wrongVersion(stream: StreamState, expected: Long): AppendError | Null =
    if expected < 0 || stream.lastVersion == expected then null
    else AppendError.WrongVersion(stream.name, expected, stream.lastVersion)

  // ---- Room ---------------------------------------------------------------------------------------------------------

  /** Makes room for an append that is not refused: ends the unit or the segment and begins the next one, if it needs
    * that. Returns why there is no room, or null.
    */
  def makeRoom(pending: Pending): AppendError | Null =
    if output.isBetween && !output.beginNext(encoder.bound(pending, isNew = true)) then
      AppendError.ReadOnly(segments.problem)
    else
      val bytes = encoder.bound(pending)
      output.endUnitUnlessFits(bytes, pending.events)
      if endsSegment || !output.fits(bytes) then makeRoomInNext(pending) else null

  private def endsSegment: Boolean =
    val segment = output.segment
    output.wantsRoll && segment.records > 0 || segment.streams.size >= mostNames || segment.tags.size >= mostNames

  private def makeRoomInNext(pending: Pending): AppendError | Null =
    // Another segment needs all definitions again.
    val bytes = encoder.bound(pending, isNew = true)
    output.endSegment(): Unit
    if output.isBetween && !output.beginNext(bytes) then AppendError.ReadOnly(segments.problem)
    else if output.fits(bytes) then null
    else if !output.isSmall then AppendError.TooLarge(bytes, settings.mostAppendBytes)
    else if !output.beginLarger(bytes) then AppendError.ReadOnly(segments.problem)
    else if output.fits(bytes) then null
    else AppendError.TooLarge(bytes, settings.mostAppendBytes)

private object Admission:
  /** Segments of fewer names would cost more than they save, however few names may be in memory. */
  inline val FewestNames = 4096
