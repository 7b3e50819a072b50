package brine.journal.tools

import brine.journal.failure.Failures
import brine.journal.storage.Storage
import brine.journal.{JournalSettings, Offset, OpenError}
import java.nio.file.Path

/** The result of reading a whole journal. It checks every frame against its checksum, every entry, every segment
  * against its seal and the next header, versions, times, and the manifest.
  *
  * {{{
  * Verification.of(Path.of("data")) match
  *   case Right(found) if found.isSound => // all of it can be read
  *   case Right(found)                  => found.damages.foreach(damage => println(damage.message))
  *   case Left(error)                   => println(error.message)
  * }}}
  *
  * @param folder
  *   the journal's folder
  * @param segments
  *   number of segment files
  * @param units
  *   number of groups that were written together
  * @param records
  *   number of records that can be read
  * @param bytes
  *   length of the segment files in bytes
  * @param first
  *   offset of the oldest record that is kept; if none is, the one that the next record gets
  * @param last
  *   offset of the last record that is there, or was; [[Offset.Begin]] if there was never one
  * @param damages
  *   all corruption, in the order of the journal
  * @param notes
  *   remarks about things that are harmless
  */
final case class Verification(
    folder: Path,
    segments: Int,
    units: Long,
    records: Long,
    bytes: Long,
    first: Offset,
    last: Offset,
    damages: Vector[Damaged],
    notes: Vector[String]
):
  /** Whether every durable record can be read. */
  def isSound: Boolean = damages.isEmpty

  /** Number of records that cannot be read, as far as it is known. */
  def lost: Long = damages.flatMap(_.lost).map(_.count).sum

object Verification:
  /** Reads a whole journal. Changes nothing, and works while another process writes; it reads what that process has
    * added by then.
    *
    * Costs a pass over all files, and memory for the name of every stream.
    *
    * @param settings
    *   give the compressions of compressed units
    * @return
    *   an error if there is no journal, or one of a later release
    */
  def of(
      folder: Path,
      settings: JournalSettings = JournalSettings.defaults,
      storage: Storage = Storage.disk,
      onProgress: Progress => Unit = Progress.ignored
  ): Either[OpenError, Verification] =
    JournalFolder.undisturbed(storage, folder)((found: Verification) => found.isSound):
      JournalFolder
        .read(storage, folder)
        .flatMap(found => Failures.opening(folder)(Right(Survey.of(found, storage, settings, onProgress))))
        .map(of)

  private[tools] def of(survey: Survey): Verification =
    val segments = survey.segments
    val first    = survey.found.manifest.fold(1L)(_.firstSequence)
    Verification(
      survey.found.folder,
      segments.count(_.name.isDefined),
      segments.map(_.units).sum,
      segments.map(_.records).sum,
      segments.map(_.length).sum,
      Offset(math.max(segments.headOption.fold(first)(_.firstSequence), 1)),
      Offset(segments.lastOption.fold(first - 1)(_.lastSequence)),
      survey.damages,
      survey.notes
    )
