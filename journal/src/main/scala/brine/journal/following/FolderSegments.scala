package brine.journal.following

import brine.journal.folders.{ManifestStore, SegmentFiles}
import brine.journal.format.{Damage, Manifest, SegmentChain, SegmentHeader}
import brine.journal.storage.Storage
import java.nio.file.{NoSuchFileException, Path}
import java.util.concurrent.locks.LockSupport
import scala.annotation.tailrec

/** The segments in a folder that another process may be writing to. Reads each header once. For one thread at a time.
  */
private[following] final class FolderSegments(storage: Storage, folder: Path):
  private val headers = java.util.HashMap[String, SegmentHeader]()

  /** The header of this file; None if it does not exist.
    *
    * @throws Damage
    *   if it is none, or that of another name
    */
  def header(name: String): Option[SegmentHeader] =
    if !headers.containsKey(name) then
      try
        val opened = storage.openRead(folder.resolve(name))
        try headers.put(name, SegmentFiles.named(name, opened)): Unit
        finally opened.close()
      catch case _: NoSuchFileException => () // deleted since it was listed
    Option(headers.get(name))

  /** Takes a header that was read elsewhere. */
  def remember(header: SegmentHeader): Unit = headers.put(SegmentFiles.name(header.firstSequence), header): Unit

  /** Reads the header of this file again when it is asked for: another file may have its name. */
  def forget(name: String): Unit = headers.remove(name): Unit

  def forgetAll(): Unit = headers.clear()

  /** The segments as they are, oldest first. They may be deleted and created meanwhile, so a gap counts only if it
    * stays.
    *
    * @param followed
    *   the segment that was read last
    * @throws Damage
    *   if a segment is missing
    */
  @tailrec def list(
      manifest: Option[Manifest],
      followed: FollowedSegment | Null,
      tries: Int = FolderSegments.MostTries
  ): Vector[SegmentHeader] =
    val there = SegmentFiles.list(storage, folder, manifest.fold(0L)(_.firstSequence))
    headers.keySet.retainAll(java.util.Set.copyOf(java.util.Arrays.asList(there*))): Unit
    val known = there.flatMap(header).filter(_.number >= manifest.fold(0L)(_.firstSegment))
    manifest.flatMap(missing(_, known, followed)) match
      case None                       => manifest.fold(known)(counting(_, known))
      case Some(number) if tries == 1 =>
        throw Damage(Manifest.names.head, Manifest.FirstSegmentAt, s"segment $number is not there")
      case Some(_) =>
        LockSupport.parkNanos(FolderSegments.Pause)
        list(ManifestStore.read(storage, folder)._1, followed, tries - 1)

  /** Number of the first segment that should be there and is not. */
  private def missing(
      manifest: Manifest,
      known: Vector[SegmentHeader],
      followed: FollowedSegment | Null
  ): Option[Long] =
    val first = manifest.firstSegment
    val gap   = SegmentChain.firstGap(first, known)
    if gap < first + known.size then Option.unless(SegmentChain.endsBefore(gap, manifest))(gap)
    else Option.when(followed != null && !followed.isEmpty && followed.number >= gap)(gap)

  // An unfinished backup leaves segments after the end of the one before.
  private def counting(manifest: Manifest, known: Vector[SegmentHeader]): Vector[SegmentHeader] =
    known.take((SegmentChain.firstGap(manifest.firstSegment, known) - manifest.firstSegment).toInt)

private object FolderSegments:
  private inline val MostTries = 8

  /** Time between two looks for a segment that is missing, in nanoseconds. */
  private inline val Pause = 1000000L
