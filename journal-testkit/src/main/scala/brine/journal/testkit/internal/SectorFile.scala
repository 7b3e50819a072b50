package brine.journal.testkit.internal

import java.nio.ByteBuffer
import java.util.SplittableRandom
import scala.collection.mutable

/** A file as processes see it and as the disk has it, and the pending writes between. Guarded by its storage.
  *
  * @param id
  *   number of the file, which gives files the same order in every run
  */
private[testkit] final class SectorFile private (
    val id: Int,
    seen: Pages,
    disk: Pages,
    private var seenSize: Long,
    private var diskSize: Long,
    pending: mutable.ArrayBuffer[PendingWrite],
    private var lied: Boolean
):
  // What processes see. It is replaced when the operating system forgets what it could not save.
  private var cache = seen

  def size: Long     = seenSize
  def allocated: Int = cache.allocated

  def isAllocated(position: Long): Boolean = cache.isAllocated(position)

  def read(buffer: ByteBuffer, position: Long): Int =
    val n = math.max(0, math.min(buffer.remaining.toLong, seenSize - position)).toInt
    cache.read(position, buffer, n)
    n

  def write(bytes: Array[Byte], length: Int, position: Long, fate: WriteFate): Unit =
    cache.write(position, bytes, 0, length)
    seenSize = math.max(seenSize, position + length)
    pending += PendingWrite(position, bytes, length, seenSize, fate)

  def truncate(size: Long): Unit =
    if size < seenSize then cache.cut(size)
    seenSize = size
    pending += PendingWrite(size, null, 0, size, WriteFate.Whole)

  /** Everything written reaches the disk, except for what the disk lies about. */
  def force(): Unit =
    if lied || pending.exists(write => write.isTruncation || write.fate != WriteFate.Whole) then
      lied ||= pending.exists(_.fate != WriteFate.Whole)
      for write <- pending do if write.isTruncation then disk.cut(write.position) else write.persist(disk, _ => true)
    else pending.foreach(write => disk.adopt(cache, write.position, write.length))
    diskSize = seenSize
    pending.clear()

  /** Some sectors reach the disk, and the operating system forgets that the others did not. It shows them still, or
    * what the disk has.
    */
  def failForce(random: SplittableRandom): Unit =
    for write <- pending do
      if write.isTruncation then disk.cut(write.position) else write.persist(disk, _ => random.nextBoolean())
    diskSize = seenSize
    pending.clear()
    lied = true
    if random.nextInt(4) == 0 then cache = disk.copy()

  /** The file after a crash. `survival` decides how many of the pending writes reached each sector. */
  def crashed(survival: Survival): SectorFile =
    val pages = disk.copy()
    var size  = diskSize
    if pending.nonEmpty then
      val total    = pending.size
      val metadata = survival.lengthOf(this, total)
      val sectors  = mutable.LongMap.empty[Int]
      for (write, index) <- pending.iterator.zipWithIndex do
        if write.isTruncation then
          if index < metadata then pages.cut(write.position)
        else
          write.persist(
            pages,
            sector => index < sectors.getOrElseUpdate(sector, survival.writesTo(this, sector, total))
          )
        if index < metadata then size = write.sizeAfter
      pages.cut(size)
    new SectorFile(id, pages, pages.copy(), size, size, mutable.ArrayBuffer.empty, false)

  /** The same file, with the same pending writes. */
  def copy(): SectorFile =
    new SectorFile(id, cache.copy(), disk.copy(), seenSize, diskSize, pending.clone, lied)

  /** The sectors that have pending writes, in order. */
  def pendingSectors: Vector[Long] =
    pending.iterator.filterNot(_.isTruncation).flatMap(_.sectors).toVector.distinct.sorted

  /** Changes bytes on the disk and for processes, past all rules. */
  def damage(position: Long, bytes: Array[Byte]): Unit =
    cache.write(position, bytes, 0, bytes.length)
    disk.write(position, bytes, 0, bytes.length)

  /** Truncates the file on the disk and for processes, past all rules. */
  def cutShort(size: Long): Unit =
    cache.cut(size)
    disk.cut(size)
    seenSize = size
    diskSize = math.min(diskSize, size)
    pending.clear()

private[testkit] object SectorFile:
  val Sector = 512

  def apply(id: Int): SectorFile =
    new SectorFile(id, Pages(), Pages(), 0, 0, mutable.ArrayBuffer.empty, false)
