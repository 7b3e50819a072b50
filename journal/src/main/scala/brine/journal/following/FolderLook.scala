package brine.journal.following

import brine.journal.folders.ManifestStore
import brine.journal.format.Manifest
import brine.journal.storage.Storage
import java.nio.ByteBuffer
import java.nio.file.Path
import scala.collection.mutable

/** One look at a folder that another process may be writing, for all readers of it: asks the file system each question
  * once, however many readers there are. Used by one thread.
  *
  * @param isThorough
  *   whether to look at what changes seldom, too: the segments that retention has deleted, and another writer
  * @param slot
  *   memory for a slot of the manifest
  */
private[following] final class FolderLook(
    storage: Storage,
    folder: Path,
    val isThorough: Boolean,
    slot: ByteBuffer = ByteBuffer.allocate(Manifest.Length)
):
  private var known: Option[Manifest] | Null = null
  // By salt and end of a segment that is followed.
  private val answers = mutable.HashMap.empty[(Long, Long), Boolean]

  def manifest: Option[Manifest] =
    if known == null then known = ManifestStore.read(storage, folder, slot)._1
    known.nn

  /** Whether there is more to read than the segment has read: in its file or in the next one. */
  def hasMore(segment: FollowedSegment): Boolean =
    answers.getOrElseUpdate((segment.header.salt, segment.end), segment.hasMore || hasNext(segment))

  private def hasNext(segment: FollowedSegment): Boolean =
    val name = segment.nextName
    name != null && storage.exists(folder.resolve(name))
