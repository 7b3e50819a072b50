package brine.codec.internal.numbers

import brine.codec.{DecodeError, In, Out}

/** Sequences of `Boolean`: a byte each in short ones, a bit each in others. */
private[codec] object BooleanSequences:
  /** Writes the size and the elements, each 0 or 1. */
  inline def write(out: Out, size: Int)(inline get: Int => Int): Unit =
    if size < IntSequences.Fewest then
      out.writeSize(size)
      var i = 0
      while i < size do
        out.writeByte(get(i).toByte)
        i += 1
    else
      out.writeUnsignedInt(size << 1 | 1)
      Bits.room(out, Bits.bytes(size, 1)): Unit
      Bits.write(out, 0, size, 1)(i => get(i))

  /** Reads the elements; `header` comes from [[brine.codec.In.readPacked]]. */
  inline def read(in: In, header: Int)(inline put: (Int, Boolean) => Unit): Unit =
    val size = header >>> 1
    if (header & 1) == 0 then
      var i = 0
      try
        while i < size do
          put(i, in.readBoolean())
          i += 1
      catch case error: DecodeError => throw error.inElement(i)
    else Bits.read(in, 0, size, 1)((i, bit) => put(i, bit != 0))
