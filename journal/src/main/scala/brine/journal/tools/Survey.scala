package brine.journal.tools

import brine.journal.JournalSettings
import brine.journal.format.{SegmentEnd, SegmentHeader}
import brine.journal.storage.Storage
import java.util.UUID

/** The content of all segments of a journal, and all damage: the source of [[Verification]] and [[Repair]]. */
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
  /** A segment that exists or should exist.
    *
    * @param number
    *   its number, by its header or by its neighbors
    * @param name
    *   name of its file, if there is one
    * @param lastSequence
    *   the last sequence that it has or had
    * @param end
    *   how it ends, if it is whole
    * @param created
    *   microseconds since 1970
    * @param damages
    *   damage because of which it must be rewritten
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
