package brine.codec.internal.numbers

import brine.codec.Out

/** Writes sequences of integers by the letter of the specification: all shapes, then the shortest of them. */
object SequenceOracle:
  /** The bytes of a sequence of integers of `bits` bits. */
  def written(values: Vector[Long], bits: Int, isChar: Boolean): Vector[Byte] =
    val size  = values.size
    val plain = bytes(out => values.foreach(v => if isChar then out.writeUnsignedLong(v) else out.writeLong(v)))
    if size < 8 then bytes(_.writeUnsignedInt(size << 1)) ++ plain
    else
      val offsets     = Some(packed(0, Vector(values.min), values.map(BigInt(_) - values.min)))
      val steps       = values.tail.lazyZip(values).map(_ - _).toVector
      val differences =
        Some(packed(0x80, Vector(values.head, steps.min), steps.map(step => unsigned(step - steps.min))))
          .filter(shape => (shape.head & 0x7f) <= bits)
      val noSign = Option.when(values.min >= 0)(0x7f.toByte +: bytes(out => values.foreach(out.writeUnsignedLong(_))))
      // The first of equals, in this order; the one without a sign must be shorter than all.
      val others = List(Some(plain), offsets, differences, noSign).flatten
      val best   = others.minBy(_.size)
      bytes(_.writeUnsignedInt(size << 1 | (if best eq plain then 0 else 1))) ++ best

  private def unsigned(value: Long): BigInt = BigInt(value).mod(BigInt(1) << 64)

  private def bytes(write: Out => Unit): Vector[Byte] =
    val out = Out()
    write(out)
    out.toArray.toVector

  private def packed(mode: Int, first: Vector[Long], values: Vector[BigInt]): Vector[Byte] =
    val width = values.map(_.bitLength).max
    (mode | width).toByte +: (bytes(out => first.foreach(out.writeLong(_))) ++ bits(values, width))

  /** Numbers of `width` bits, the low bit first. */
  def bits(values: Vector[BigInt], width: Int): Vector[Byte] =
    val all = values.zipWithIndex.foldLeft(BigInt(0))((sum, next) => sum | next._1 << next._2 * width)
    Vector.tabulate((values.size * width + 7) / 8)(i => (all >> 8 * i & 0xff).toInt.toByte)
