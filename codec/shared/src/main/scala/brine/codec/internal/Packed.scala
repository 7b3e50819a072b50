package brine.codec.internal

import brine.codec.{Codec, In, Out, PrimitiveCodecs}

import scala.collection.mutable

/** Collections of boxed integers by way of the packed sequences: the elements pass through a scratch array. */
private[codec] sealed abstract class Packed[A]:
  def write(out: Out, elements: Iterator[A], size: Int): Unit

  /** Adds the elements to `target`; `header` comes from [[brine.codec.In.readPackedSize]]. */
  def read(in: In, header: Int, target: mutable.Growable[A]): Unit

private[codec] object Packed:
  /** For the elements of a codec, or null if they do not come packed: only those of the built-in codecs do. */
  def of[A](element: Codec[A]): Packed[A] | Null =
    val packed =
      if element eq PrimitiveCodecs.IntCodec then Ints
      else if element eq PrimitiveCodecs.LongCodec then Longs
      else if element eq PrimitiveCodecs.ShortCodec then Shorts
      else if element eq PrimitiveCodecs.CharCodec then Chars
      else null
    packed.asInstanceOf[Packed[A] | Null]

  /** Runs `put` for `size` elements and sees to it that there are neither more nor fewer. */
  private inline def each[A](elements: Iterator[A], size: Int)(inline put: (Int, A) => Unit): Unit =
    var i = 0
    while i < size && elements.hasNext do
      put(i, elements.next())
      i += 1
    Out.checkSize(size, i, elements.hasNext)

  private abstract class Small[A](kind: IntSequences.Kind) extends Packed[A]:
    def toInt(value: A): Int
    def fromInt(value: Int): A

    final def write(out: Out, elements: Iterator[A], size: Int): Unit =
      val values = out.intScratch(size)
      each(elements, size)((i, value) => values(i) = toInt(value))
      IntSequences.write(out, values, size, kind)

    final def read(in: In, header: Int, target: mutable.Growable[A]): Unit =
      val size   = header >>> 1
      val values = in.intScratch(size)
      IntSequences.read(in, header, values, kind)
      var i = 0
      while i < size do
        target.addOne(fromInt(values(i)))
        i += 1

  private object Ints extends Small[Int](IntSequences.Kind.Ints):
    def toInt(value: Int): Int   = value
    def fromInt(value: Int): Int = value

  private object Shorts extends Small[Short](IntSequences.Kind.Shorts):
    def toInt(value: Short): Int   = value
    def fromInt(value: Int): Short = value.toShort

  private object Chars extends Small[Char](IntSequences.Kind.Chars):
    def toInt(value: Char): Int   = value
    def fromInt(value: Int): Char = value.toChar

  private object Longs extends Packed[Long]:
    def write(out: Out, elements: Iterator[Long], size: Int): Unit =
      val values = out.longScratch(size)
      each(elements, size)((i, value) => values(i) = value)
      LongSequences.write(out, values, size)

    def read(in: In, header: Int, target: mutable.Growable[Long]): Unit =
      val size   = header >>> 1
      val values = in.longScratch(size)
      LongSequences.read(in, header, values)
      var i = 0
      while i < size do
        target.addOne(values(i))
        i += 1
