package brine.journal.tools

import brine.journal.JournalSettings
import brine.journal.format.{SegmentEnd, SegmentHeader}
import brine.journal.storage.Storage
import java.util.UUID

/** What all segments of a journal hold, and what is wrong with them: what [[Verification]] tells and [[Repair]] works on. */
private[tools] final case class Survey(
    found: JournalFolder,
    journal: UUID,
    segments: Vector[Survey.Segment],
    strangers: Vector[Damaged],
    manifestDamages: Vector[Damaged],
    others: Vector[Damaged],
    notes: Vector[String]
):
  def damages: Vector[Damaged] = manifestDamages ++ strangers ++ segments.flatMap(_.damages) ++ others

private[tools] object Survey:
  /** A segment that is there or should be.
    *
    * @param number
    *   as its header says, or those of its neighbours
    * @param name
    *   of its file, if there is one
    * @param lastSequence
    *   the last one it has or had
    * @param end
    *   how it ends, if it is whole
    * @param created
    *   microseconds since 1970
    * @param damages
    *   for which it has to be rewritten, if there are any
    */
  final case class Segment(
      number: Long,
      name: Option[String],
      header: Option[SegmentHeader],
      firstSequence: Long,
      lastSequence: Long,
      end: Option[SegmentEnd],
      created: Long,
      records: Long,
      units: Long,
      length: Long,
      damages: Vector[Damaged]
  )

  /** Reads everything.
    *
    * @throws java.io.IOException
    *   if a file cannot be read
    */
  def of(found: JournalFolder, storage: Storage, settings: JournalSettings, onProgress: Progress => Unit): Survey =
    Surveyor(found, storage, settings, onProgress).survey()
