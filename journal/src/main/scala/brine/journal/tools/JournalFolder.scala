package brine.journal.tools

import brine.journal.OpenError
import brine.journal.failure.Failures
import brine.journal.folders.SegmentFiles
import brine.journal.format.{Damage, Manifest, SegmentHeader}
import brine.journal.storage.Storage
import java.nio.ByteBuffer
import java.nio.file.{NoSuchFileException, Path}

/** The content of a folder, not yet verified: slots of the manifest, and headers of segments.
  *
  * @param slots
  *   the slots that exist, each with its content if it is whole
  * @param segments
  *   all files with the name of a segment, in order
  * @param others
  *   names of the remaining files
  */
private[journal] final case class JournalFolder(
    folder: Path,
    slots: Vector[(String, Option[Manifest])],
    segments: Vector[JournalFolder.Segment],
    others: Vector[String]
):
  /** The newest whole slot. */
  val manifest: Option[Manifest] = slots.flatMap(_._2).maxByOption(_.generation)

private[journal] object JournalFolder:
  /** A file with the name of a segment.
    *
    * @param header
    *   its header, or why it cannot be read
    */
  final case class Segment(name: String, length: Long, header: Either[Damage, SegmentHeader]):
    /** The first sequence, by the file's name. */
    def named: Long = SegmentFiles.firstSequence(name)

  /** Lists a folder, also while somebody writes to the journal in it.
    *
    * @return
    *   an error if there is no journal, or one of a later release
    */
  def read(storage: Storage, folder: Path): Either[OpenError, JournalFolder] =
    Failures.opening(folder):
      val found = settled(storage, folder, attempts = 5)
      if found.slots.isEmpty && found.segments.isEmpty then
        val problem =
          if storage.exists(folder) then "there is neither a manifest nor a segment in it" else "it does not exist"
        Left(OpenError.NotAJournal(folder, problem))
      else Right(found)

  /** Retention may delete segments between reading the manifest and listing the files; then repeats both. */
  private def settled(storage: Storage, folder: Path, attempts: Int): JournalFolder =
    val found = look(storage, folder)
    val first = found.manifest.map(_.firstSegment)
    val now   = if attempts > 1 then readSlots(storage, folder).flatMap(_._2).maxByOption(_.generation) else None
    if now.exists(now => first.exists(_ != now.firstSegment)) then settled(storage, folder, attempts - 1) else found

  private def look(storage: Storage, folder: Path): JournalFolder =
    val slots    = readSlots(storage, folder)
    val names    = storage.list(folder)
    val segments = SegmentFiles.list(storage, folder)
    JournalFolder(folder, slots, segments.flatMap(segment(storage, folder, _)), names.filterNot(segments.toSet))

  private def readSlots(storage: Storage, folder: Path): Vector[(String, Option[Manifest])] =
    Manifest.names
      .filter(name => storage.exists(folder.resolve(name)))
      .map: name =>
        val file = storage.openRead(folder.resolve(name))
        try
          val bytes = ByteBuffer.allocate(Manifest.Length)
          name -> (if file.read(bytes, 0) == Manifest.Length then Manifest.read(name, bytes.array) else None)
        finally file.close()

  private def segment(storage: Storage, folder: Path, name: String): Option[Segment] =
    try
      val file = storage.openRead(folder.resolve(name))
      try
        val header =
          try Right(SegmentFiles.header(name, file))
          catch case damage: Damage => Left(damage)
        Some(Segment(name, file.size, header))
      finally file.close()
    catch case _: NoSuchFileException => None // deleted since it was listed

  /** Runs a body that reads a journal. If it fails and segments were deleted or replaced meanwhile, by another process,
    * repeats it a few times.
    *
    * @param isGood
    *   whether a result needs no second attempt
    */
  def undisturbed[E, A](storage: Storage, folder: Path, attempts: Int = 10)(isGood: A => Boolean)(
      body: => Either[E, A]
  ): Either[E, A] =
    val before = salts(storage, folder)
    val result = body
    if attempts > 1 && !result.exists(isGood) && !before.subsetOf(salts(storage, folder)) then
      undisturbed(storage, folder, attempts - 1)(isGood)(body)
    else result

  private def salts(storage: Storage, folder: Path): Set[(String, Option[Long])] =
    read(storage, folder).toOption.toSet
      .flatMap(_.segments)
      .map(segment => segment.name -> segment.header.toOption.map(_.salt))
