package brine.codec.internal.collections

import brine.codec.internal.bytes.Memory
import brine.codec.internal.columns.ColumnSequences
import brine.codec.internal.evolution.{Converted, Resolver, Target}
import brine.codec.internal.numbers.{BooleanSequences, Decimals, IntSequences, LongSequences}
import brine.codec.{Codec, DecodeError, In, Out, PrimitiveCodecs, Schema}

import scala.reflect.ClassTag

/** Codecs of arrays; no boxing if the elements are primitives with their built-in codec. */
private[codec] object ArrayCodecs:
  def of[A](element: Codec[A])(using tag: ClassTag[A]): Codec[Array[A]] =
    val codec =
      if element eq PrimitiveCodecs.ByteCodec then Bytes
      else if element eq PrimitiveCodecs.IntCodec then Ints
      else if element eq PrimitiveCodecs.LongCodec then Longs
      else if element eq PrimitiveCodecs.DoubleCodec then Doubles
      else if element eq PrimitiveCodecs.FloatCodec then Floats
      else if element eq PrimitiveCodecs.ShortCodec then Shorts
      else if element eq PrimitiveCodecs.CharCodec then Chars
      else if element eq PrimitiveCodecs.BooleanCodec then Booleans
      else new Objects(element)
    codec.asInstanceOf[Codec[Array[A]]]

  /** Reads an array of primitives whose elements were written as another type. */
  private abstract class Primitives[A](element: Codec[A])(using tag: ClassTag[A])
      extends Codec[Array[A]],
        Joining[A, Array[A]](element),
        JoinedArrays[A](tag):
    def schema: Schema = sequenceSchema(element)
    def minSize: Int   = 1

    private[codec] final override def readerOf(written: Schema.Type, resolver: Resolver): Codec[?] =
      resolver.sequence(written, Target.Whole(element), "an Array") { elements =>
        Converted(VectorCodec(elements), _.asInstanceOf[Vector[A]].toArray)
      }

  private object Bytes extends Primitives[Byte](PrimitiveCodecs.ByteCodec):
    def write(out: Out, value: Array[Byte]): Unit =
      if value == null then Out.refuseNull("Array")
      out.writeSize(value.length)
      out.writeBytes(value, 0, value.length)
    def read(in: In): Array[Byte] =
      val size = in.readSize(1)
      in.charge(size)
      val value = new Array[Byte](size)
      in.readBytes(value, 0, size)
      value

  private object Booleans extends Primitives[Boolean](PrimitiveCodecs.BooleanCodec):
    def write(out: Out, value: Array[Boolean]): Unit =
      if value == null then Out.refuseNull("Array")
      BooleanSequences.write(out, value.length)(i => if value(i) then 1 else 0)
    def read(in: In): Array[Boolean] =
      val header = in.readPacked(1)
      val value  = new Array[Boolean](header >>> 1)
      BooleanSequences.read(in, header)((i, element) => value(i) = element)
      value

  private object Ints extends Primitives[Int](PrimitiveCodecs.IntCodec):
    def write(out: Out, value: Array[Int]): Unit =
      if value == null then Out.refuseNull("Array")
      IntSequences.write(out, value, value.length, IntSequences.Kind.Ints)
    def read(in: In): Array[Int] =
      val header = in.readPackedSize()
      if (header & 1) == 0 then in.charge(4L * (header >>> 1))
      val value = new Array[Int](header >>> 1)
      IntSequences.read(in, header, value, IntSequences.Kind.Ints)
      value

  private object Longs extends Primitives[Long](PrimitiveCodecs.LongCodec):
    def write(out: Out, value: Array[Long]): Unit =
      if value == null then Out.refuseNull("Array")
      LongSequences.write(out, value, value.length)
    def read(in: In): Array[Long] =
      val header = in.readPackedSize()
      if (header & 1) == 0 then in.charge(8L * (header >>> 1))
      val value = new Array[Long](header >>> 1)
      LongSequences.read(in, header, value)
      value

  private object Shorts extends Primitives[Short](PrimitiveCodecs.ShortCodec):
    def write(out: Out, value: Array[Short]): Unit =
      if value == null then Out.refuseNull("Array")
      val ints = out.intScratch(value.length)
      var i    = 0
      while i < value.length do
        ints(i) = value(i)
        i += 1
      IntSequences.write(out, ints, value.length, IntSequences.Kind.Shorts)
    def read(in: In): Array[Short] =
      val header = in.readPackedSize()
      val size   = header >>> 1
      if (header & 1) == 0 then in.charge(2L * size)
      val ints = in.intScratch(size)
      IntSequences.read(in, header, ints, IntSequences.Kind.Shorts)
      val value = new Array[Short](size)
      var i     = 0
      while i < size do
        value(i) = ints(i).toShort
        i += 1
      value

  private object Chars extends Primitives[Char](PrimitiveCodecs.CharCodec):
    def write(out: Out, value: Array[Char]): Unit =
      if value == null then Out.refuseNull("Array")
      val ints = out.intScratch(value.length)
      var i    = 0
      while i < value.length do
        ints(i) = value(i)
        i += 1
      IntSequences.write(out, ints, value.length, IntSequences.Kind.Chars)
    def read(in: In): Array[Char] =
      val header = in.readPackedSize()
      val size   = header >>> 1
      if (header & 1) == 0 then in.charge(2L * size)
      val ints = in.intScratch(size)
      IntSequences.read(in, header, ints, IntSequences.Kind.Chars)
      val value = new Array[Char](size)
      var i     = 0
      while i < size do
        value(i) = ints(i).toChar
        i += 1
      value

  private object Floats extends Primitives[Float](PrimitiveCodecs.FloatCodec):
    def write(out: Out, value: Array[Float]): Unit =
      if value == null then Out.refuseNull("Array")
      Decimals.writeFloats(out, value)
    def read(in: In): Array[Float] =
      val header = in.readPacked(4)
      val size   = header >>> 1
      val value  = new Array[Float](size)
      if (header & 1) == 0 then Memory.getFloats(in.array, in.take(4 * size), value)
      else
        val doubles = in.doubleScratch(size)
        Decimals.readSequence(in, doubles, size, floats = true)
        var i = 0
        while i < size do
          value(i) = doubles(i).toFloat
          i += 1
      value

  private object Doubles extends Primitives[Double](PrimitiveCodecs.DoubleCodec):
    def write(out: Out, value: Array[Double]): Unit =
      if value == null then Out.refuseNull("Array")
      Decimals.writeSequence(out, value, value.length, floats = false)
    def read(in: In): Array[Double] =
      val header = in.readPacked(8)
      val size   = header >>> 1
      val value  = new Array[Double](size)
      if (header & 1) == 0 then Memory.getDoubles(in.array, in.take(8 * size), value, size)
      else Decimals.readSequence(in, value, size, floats = false)
      value

  private final class Objects[A](element: Codec[A])(using tag: ClassTag[A])
      extends Codec[Array[A]],
        Joining[A, Array[A]](element),
        JoinedArrays[A](tag):
    def schema: Schema = sequenceSchema(element)
    def minSize: Int   = 1

    private[codec] override def formerNames: Vector[(String, String)] = element.formerNames

    private[codec] override def readerOf(written: Schema.Type, resolver: Resolver): Codec[?] =
      resolver.sequence(written, Target.Whole(element), "an Array")(e => new Objects(e.asInstanceOf[Codec[A]]))

    def write(out: Out, value: Array[A]): Unit =
      if value == null then Out.refuseNull("Array")
      if !ColumnSequences.writeArray(out, value, element) then
        out.writeSize(value.length, element.minSize)
        var i = 0
        while i < value.length do
          element.write(out, value(i))
          i += 1
    def read(in: In): Array[A] =
      val header = ColumnSequences.readLayout(in, element)
      val size   = header >>> 1
      if (header & 1) == 0 then in.charge(8L * size)
      val value = tag.newArray(size)
      if (header & 1) != 0 then ColumnSequences.array(in, header, element, value) else readEach(in, value, size)

    private def readEach(in: In, value: Array[A], size: Int): Array[A] =
      var i = 0
      try
        while i < size do
          value(i) = element.read(in)
          i += 1
      catch case error: DecodeError => throw error.inElement(i)
      value
