package brine.codec.fuzz

/** Splits an input into several parts. Each part except the last is preceded by its length in two bytes, big-endian. */
private[fuzz] object Splits:
  def join(first: Array[Byte], rest: Array[Byte]): Array[Byte] =
    Array((first.length >>> 8).toByte, first.length.toByte) ++ first ++ rest

  /** The first part, as far as it is present, and the rest. */
  def split(input: Array[Byte]): (Array[Byte], Array[Byte]) =
    if input.length < 2 then (input, Array.emptyByteArray)
    else
      val length = (input(0) & 0xff) << 8 | input(1) & 0xff
      input.drop(2).splitAt(length)
