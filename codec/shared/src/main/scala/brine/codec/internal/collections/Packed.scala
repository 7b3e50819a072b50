package brine.codec.internal.collections

import brine.codec.internal.evolution.Converted
import brine.codec.internal.numbers.{BooleanSequences, Decimals, IntSequences, LongSequences}
import brine.codec.{Codec, In, Out, PrimitiveCodecs}

import scala.collection.mutable

/** Collections of boxed primitives, stored as packed sequences; the elements pass through a scratch array. */
private[codec] sealed abstract class Packed[A]:
  def write(out: Out, elements: Iterator[A], size: Int): Unit

  /** Reads the number of elements shifted left by one, plus 1 if they are packed. */
  def readSize(in: In): Int = in.readPackedSize()

  /** Adds the elements to `target`; `header` is the result of [[readSize]]. */
  def read(in: In, header: Int, target: mutable.Growable[A]): Unit

private[codec] object Packed:
  /** The packing for elements of a codec; null unless it is one of the built-in codecs that are packed. */
  def of[A](element: Codec[A]): Packed[A] | Null =
    val packed =
      if element eq PrimitiveCodecs.IntCodec then Ints
      else if element eq PrimitiveCodecs.LongCodec then Longs
      else if element eq PrimitiveCodecs.ShortCodec then Shorts
      else if element eq PrimitiveCodecs.CharCodec then Chars
      else if element eq PrimitiveCodecs.BooleanCodec then Booleans
      else if element eq PrimitiveCodecs.DoubleCodec then Doubles
      else if element eq PrimitiveCodecs.FloatCodec then Floats
      else
        element match
          case converted: Converted =>
            Packed.of(converted.of.asInstanceOf[Codec[Any]]) match
              case null   => null
              case packed => ConvertedElements(packed.nn, converted.convert)
          case _ => null
    packed.asInstanceOf[Packed[A] | Null]

  /** Runs `put` for `size` elements; fails if there are more or fewer. */
  private inline def each[A](elements: Iterator[A], size: Int)(inline put: (Int, A) => Unit): Unit =
    var i = 0
    while i < size && elements.hasNext do
      put(i, elements.next())
      i += 1
    Out.checkSize(size, i, elements.hasNext)

  /** Reads elements that were packed as another type. */
  private final class ConvertedElements(of: Packed[Any], convert: Any => Any) extends Packed[Any]:
    def write(out: Out, elements: Iterator[Any], size: Int): Unit =
      throw UnsupportedOperationException("a plan for old data cannot write")
    override def readSize(in: In): Int                                 = of.readSize(in)
    def read(in: In, header: Int, target: mutable.Growable[Any]): Unit =
      of.read(in, header, ConvertedElements.Into(target, convert))

  private object ConvertedElements:
    final class Into(target: mutable.Growable[Any], convert: Any => Any) extends mutable.Growable[Any]:
      def addOne(element: Any): this.type =
        target.addOne(convert(element))
        this
      def clear(): Unit = target.clear()

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

  private object Booleans extends Packed[Boolean]:
    def write(out: Out, elements: Iterator[Boolean], size: Int): Unit =
      val values = out.intScratch(size)
      each(elements, size)((i, value) => values(i) = if value then 1 else 0)
      BooleanSequences.write(out, size)(i => values(i))

    override def readSize(in: In): Int = in.readPacked(1)

    def read(in: In, header: Int, target: mutable.Growable[Boolean]): Unit =
      BooleanSequences.read(in, header)((_, value) => target.addOne(value): Unit)

  private abstract class Decimal[A](floats: Boolean) extends Packed[A]:
    def toDouble(value: A): Double
    def fromDouble(value: Double): A

    final def write(out: Out, elements: Iterator[A], size: Int): Unit =
      val values = out.doubleScratch(size)
      each(elements, size)((i, value) => values(i) = toDouble(value))
      Decimals.writeSequence(out, values, size, floats)

    final override def readSize(in: In): Int = in.readPacked(if floats then 4 else 8)

    final def read(in: In, header: Int, target: mutable.Growable[A]): Unit =
      val size   = header >>> 1
      val values = in.doubleScratch(size)
      if (header & 1) == 0 then Decimals.readRaw(in, values, size, floats)
      else Decimals.readSequence(in, values, size, floats)
      var i = 0
      while i < size do
        target.addOne(fromDouble(values(i)))
        i += 1

  private object Doubles extends Decimal[Double](floats = false):
    def toDouble(value: Double): Double   = value
    def fromDouble(value: Double): Double = value

  private object Floats extends Decimal[Float](floats = true):
    def toDouble(value: Float): Double   = value.toDouble
    def fromDouble(value: Double): Float = value.toFloat
