package brine.journal.recovery

import brine.journal.JournalSettings
import brine.journal.folders.{Fence, ManifestStore}
import brine.journal.format.{Frame, SegmentEnd}
import brine.journal.storage.Storage
import java.nio.file.Path
import java.util.UUID
import java.util.random.RandomGenerator

/** The folder of a journal that this process has open for writing, as all that works on its files needs it.
  *
  * @param random
  *   gives segments their salts
  * @param fence
  *   notices when the files are no longer this process's
  * @param manifest
  *   the manifest, with the epoch of this opening
  * @param mostUnit
  *   bytes of a unit of several appends at most. A reader of one event reads its unit, unless an index knows its place
  */
private[journal] final class WritableFolder(
    val path: Path,
    val storage: Storage,
    val settings: JournalSettings,
    random: RandomGenerator,
    val fence: Fence,
    val manifest: ManifestStore,
    val mostUnit: Int = Frame.MostBody
):
  /** Identity of the journal. */
  val journal: UUID = manifest.current.journal

  /** Number of times the journal was opened for writing. */
  val epoch: Long = manifest.current.epoch

  val segments: SegmentMaker = SegmentMaker(storage, path, settings, random, fence)

  /** A segment to begin in this opening. */
  def newSegment(number: Long, previous: SegmentEnd, time: Long, length: Long): NewSegment =
    NewSegment(journal, epoch, number, previous, time, length)
