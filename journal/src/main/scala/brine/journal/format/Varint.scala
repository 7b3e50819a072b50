package brine.journal.format

/** `V(n)`: unsigned numbers of variable length, LEB128 with at most 10 bytes. */
private[journal] object Varint:
  /** Number of bytes of a number. */
  def length(value: Long): Int = if value == 0 then 1 else (70 - java.lang.Long.numberOfLeadingZeros(value)) / 7

  /** Writes a number. Returns where it ends. */
  def put(bytes: Array[Byte], at: Int, value: Long): Int =
    var place = at
    var rest  = value
    while (rest & ~0x7fL) != 0 do
      bytes(place) = (rest | 0x80).toByte
      place += 1
      rest >>>= 7
    bytes(place) = rest.toByte
    place + 1

  /** Where the number that starts here ends; -1 if it does not end before `until`. */
  def end(bytes: Array[Byte], at: Int, until: Int): Int =
    val last  = math.min(until, at + 10)
    var place = at
    while place < last && bytes(place) < 0 do place += 1
    if place >= last then -1 else place + 1

  /** The number in these bytes, which [[end]] has found. */
  def get(bytes: Array[Byte], at: Int, end: Int): Long =
    var value = 0L
    var place = end - 1
    while place >= at do
      value = value << 7 | bytes(place) & 0x7fL
      place -= 1
    value
