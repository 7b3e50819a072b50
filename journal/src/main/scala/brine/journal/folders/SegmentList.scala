package brine.journal.folders

import brine.journal.format.SegmentHeader

/** Finds segments in a list of headers, which is in order. Takes the logarithm of its length at most. */
private[journal] object SegmentList:
  /** Place of the first segment with this number or a later one; the length of the list if there is none. */
  def from(headers: Vector[SegmentHeader], number: Long): Int =
    // Numbers have no gaps, except for a moment in another process.
    val guess = if headers.isEmpty then 0L else math.max(number - headers.head.number, 0)
    if guess < headers.size && headers(guess.toInt).number == number then guess.toInt
    else search(headers, _.number >= number)

  /** The segment with this number. */
  def find(headers: Vector[SegmentHeader], number: Long): Option[SegmentHeader] =
    headers.lift(from(headers, number)).filter(_.number == number)

  /** Place of the last segment that begins at this sequence or before; -1 if there is none. */
  def ofSequence(headers: Vector[SegmentHeader], sequence: Long): Int =
    search(headers, _.firstSequence > sequence) - 1

  private inline def search(headers: Vector[SegmentHeader], inline isBeyond: SegmentHeader => Boolean): Int =
    var low  = 0
    var high = headers.size
    while low < high do
      val middle = (low + high) >>> 1
      if isBeyond(headers(middle)) then high = middle else low = middle + 1
    low
