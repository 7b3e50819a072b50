package brine.journal.testkit.internal

/** A write that may not be on the disk yet, or a truncation to `position`, which has no bytes. Immutable.
  *
  * @param bytes
  *   the content; nobody changes the array afterwards
  * @param sizeAfter
  *   length of the file after the write
  */
private[testkit] final class PendingWrite(
    val position: Long,
    bytes: Array[Byte],
    val length: Int,
    val sizeAfter: Long,
    val fate: WriteFate
):
  def isTruncation: Boolean = bytes == null

  def sectors: Iterator[Long] =
    if length == 0 then Iterator.empty
    else (position / SectorFile.Sector to (position + length - 1) / SectorFile.Sector).iterator

  /** Writes the selected sectors to the disk, as far as the fate of this write allows. */
  def persist(disk: Pages, keep: Long => Boolean): Unit =
    val sector = SectorFile.Sector
    for index <- sectors if keep(index) do
      val from  = math.max(index * sector - position, 0).toInt
      val until = math.min((index + 1) * sector - position, length).toInt
      fate match
        case WriteFate.Whole              => put(disk, from, until, 0)
        case WriteFate.Lost               => ()
        case WriteFate.Torn(missing, end) =>
          put(disk, from, math.min(until, missing), 0)
          put(disk, math.max(from, end), until, 0)
        case WriteFate.Misdirected(by) => put(disk, from, until, by)
        case WriteFate.Duplicated(by)  =>
          put(disk, from, until, 0)
          put(disk, from, until, by)

  private def put(disk: Pages, from: Int, until: Int, by: Long): Unit =
    if until > from then disk.write(position + by + from, bytes, from, until - from)

/** What the disk does with a write that it reports as done. */
private[testkit] enum WriteFate:
  case Whole
  case Lost

  /** Leaves out the bytes of the write from `from` until `until`. */
  case Torn(from: Int, until: Int)

  /** Writes this number of bytes away from the right place. */
  case Misdirected(by: Long)

  /** Writes at the right place, and once more this number of bytes away. */
  case Duplicated(by: Long)
