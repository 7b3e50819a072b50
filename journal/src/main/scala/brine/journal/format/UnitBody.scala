package brine.journal.format

/** The bytes of a unit's entries: an array, and between its bytes large payloads, which stay in the memory that was
  * lent for them. Owned by one thread.
  *
  * @param own
  *   the bytes without lent payloads
  */
private[journal] final class UnitBody(var own: Array[Byte] = new Array(UnitBody.FirstCapacity)):
  /** Number of bytes in [[own]]. */
  var ownSize = 0

  // Lent payloads, in order: where in `own` each is, the memory, its place there and its length.
  private var places  = new Array[Int](4)
  private var lent    = new Array[LentBytes](4)
  private var froms   = new Array[Int](4)
  private var lengths = new Array[Int](4)
  private var count   = 0
  private var lentAll = 0

  /** Number of all bytes. */
  def size: Int = ownSize + lentAll

  /** Makes room for this number of bytes in [[own]]. */
  def ensure(bytes: Int): Unit =
    if own.length - ownSize < bytes then
      own = java.util.Arrays.copyOf(own, math.max(ownSize + bytes, math.min(own.length * 2L, Int.MaxValue - 16).toInt))

  /** Adds a payload that stays where it is until the frames are written. */
  def add(bytes: LentBytes, from: Int, length: Int): Unit =
    if count == places.length then grow()
    places(count) = ownSize
    lent(count) = bytes
    froms(count) = from
    lengths(count) = length
    count += 1
    lentAll += length

  private def grow(): Unit =
    val most = count * 2
    // The array that `add` looks at grows last: without memory for one of them, all keep their length.
    lent = java.util.Arrays.copyOf(lent, most)
    froms = java.util.Arrays.copyOf(froms, most)
    lengths = java.util.Arrays.copyOf(lengths, most)
    places = java.util.Arrays.copyOf(places, most)

  /** Drops all bytes, and an array that is too long to be kept. */
  def clear(): Unit =
    ownSize = 0
    if count > 0 then
      java.util.Arrays.fill(lent.asInstanceOf[Array[AnyRef]], 0, count, null)
      count = 0
      lentAll = 0
    if own.length > UnitBody.KeptCapacity then own = new Array(UnitBody.FirstCapacity)

  // ---- From front to back -------------------------------------------------------------------------------------------

  // The next byte: in `own`, and in the lent payload that comes next there.
  private var ownAt   = 0
  private var piece   = 0
  private var pieceAt = 0

  /** What [[next]] has found: bytes of [[own]] if `runLent` is null, otherwise lent ones. */
  var runLent: LentBytes | Null = null
  var runFrom                   = 0
  var runLength                 = 0

  /** Begins at the first byte. */
  def rewind(): Unit =
    ownAt = 0
    piece = 0
    pieceAt = 0

  /** How many bytes of [[own]] are among the next ones, of this number. */
  def ownAmong(most: Int): Int =
    var left    = most
    var found   = 0
    var at      = ownAt
    var next    = piece
    var skipped = pieceAt
    while left > 0 do
      val until = if next < count then places(next) else ownSize
      val here  = math.min(left, until - at)
      found += here
      at += here
      left -= here
      if left > 0 then
        left -= math.min(left, lengths(next) - skipped)
        skipped = 0
        next += 1
    found

  /** Takes the next bytes that are in one place, at most this number. */
  def next(most: Int): Unit =
    val until = if piece < count then places(piece) else ownSize
    if ownAt < until then
      runLent = null
      runFrom = ownAt
      runLength = math.min(most, until - ownAt)
      ownAt += runLength
    else
      runLent = lent(piece)
      runFrom = froms(piece) + pieceAt
      runLength = math.min(most, lengths(piece) - pieceAt)
      pieceAt += runLength
      if pieceAt == lengths(piece) then
        piece += 1
        pieceAt = 0

private[journal] object UnitBody:
  /** A body of these bytes. */
  def of(bytes: Array[Byte]): UnitBody =
    val body = UnitBody(bytes)
    body.ownSize = bytes.length
    body

  private inline val FirstCapacity = 1 << 14
  private inline val KeptCapacity  = Frame.MostBody * 4
