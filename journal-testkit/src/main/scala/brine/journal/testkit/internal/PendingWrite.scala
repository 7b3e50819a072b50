package brine.journal.testkit.internal

/** A write that the disk need not have yet, or a truncation: one without bytes, to `position`. Immutable.
  *
  * @param bytes
  *   never changed by anybody after this was made
  * @param sizeAfter
  *   length of the file after it
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

  /** Writes those sectors to the disk that `keep` says, as far as the fate of this write allows. */
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

/** What the disk makes of a write it says it has done. */
private[testkit] enum WriteFate:
  case Whole
  case Lost

  /** Without the bytes of the write from `from` until `until`. */
  case Torn(from: Int, until: Int)

  /** So many bytes further on, or back, instead of where it belongs. */
  case Misdirected(by: Long)

  /** Where it belongs, and so many bytes further on, or back. */
  case Duplicated(by: Long)
