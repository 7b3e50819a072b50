package brine.journal.tools

import brine.journal.storage.Storage
import brine.journal.{JournalSettings, Offset, OpenError}
import java.nio.file.Path

/** Whether a journal is as it was written: every frame against its checksum, every entry, every segment against its seal and against what the next one
  * says of it, versions, times, the manifest.
  *
  * {{{
  * Verification.of(Path.of("data")) match
  *   case Right(found) if found.isSound => // all of it can be read
  *   case Right(found)                  => found.damages.foreach(damage => println(damage.message))
  *   case Left(error)                   => println(error.message)
  * }}}
  *
  * @param segments
  *   how many files were read
  * @param records
  *   and how many records are in them
  * @param first
  *   before the oldest record that is kept
  * @param last
  *   the last record that is there, or was
  * @param damages
  *   what is wrong, in the order of the journal
  * @param notes
  *   what is worth knowing but costs nothing
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
  /** Whether everything that was safe can be read. */
  def isSound: Boolean = damages.isEmpty

  /** How many records cannot be read, as far as that is known. */
  def lost: Long = damages.flatMap(_.lost).map(_.count).sum

object Verification:
  /** Reads a whole journal. Changes nothing, and works while another process writes: of what it adds, as much is read as is there by then.
    *
    * Costs a pass over all files, and memory for the name of every stream.
    *
    * @param settings
    *   say how compressed units are read
    * @return
    *   an error if there is no journal, or one of a later release
    */
  def of(
      folder: Path,
      settings: JournalSettings = JournalSettings.default,
      storage: Storage = Storage.disk,
      onProgress: Progress => Unit = Progress.ignored
  ): Either[OpenError, Verification] =
    JournalFolder.undisturbed(storage, folder)((found: Verification) => found.isSound):
      JournalFolder
        .read(storage, folder)
        .flatMap(found => JournalFolder.guarded(folder)(Right(Survey.of(found, storage, settings, onProgress))))
        .map(of)

  private[tools] def of(survey: Survey): Verification =
    val segments = survey.segments
    val before   = survey.found.manifest.fold(0L)(_.firstSequence - 1)
    Verification(
      survey.found.folder,
      segments.count(_.name.isDefined),
      segments.map(_.units).sum,
      segments.map(_.records).sum,
      segments.map(_.length).sum,
      Offset(segments.headOption.fold(before)(first => math.max(first.firstSequence - 1, 0))),
      Offset(segments.lastOption.fold(before)(_.lastSequence)),
      survey.damages,
      survey.notes
    )
