package brine.codec

import brine.codec.Schema.Kind
import brine.codec.internal.columns.Registers
import brine.codec.internal.numbers.Numbers

import java.math.{BigDecimal as JavaBigDecimal, BigInteger}
import java.net.{URI, URISyntaxException}
import java.util.UUID

/** Codecs of numbers, strings and identifiers. [[Codec]]'s companion extends this trait, so they need no import. */
private[codec] trait PrimitiveCodecs:
  // Not givens: Scala 3.3 makes a lazy val of a given without parameters, see Once.
  implicit def booleanCodec: Codec[Boolean]               = PrimitiveCodecs.BooleanCodec
  implicit def byteCodec: Codec[Byte]                     = PrimitiveCodecs.ByteCodec
  implicit def shortCodec: Codec[Short]                   = PrimitiveCodecs.ShortCodec
  implicit def charCodec: Codec[Char]                     = PrimitiveCodecs.CharCodec
  implicit def intCodec: Codec[Int]                       = PrimitiveCodecs.IntCodec
  implicit def longCodec: Codec[Long]                     = PrimitiveCodecs.LongCodec
  implicit def floatCodec: Codec[Float]                   = PrimitiveCodecs.FloatCodec
  implicit def doubleCodec: Codec[Double]                 = PrimitiveCodecs.DoubleCodec
  implicit def unitCodec: Codec[Unit]                     = PrimitiveCodecs.UnitCodec
  implicit def stringCodec: Codec[String]                 = PrimitiveCodecs.StringCodec
  implicit def uuidCodec: Codec[UUID]                     = PrimitiveCodecs.UuidCodec
  implicit def uriCodec: Codec[URI]                       = PrimitiveCodecs.UriCodec
  implicit def bigIntCodec: Codec[BigInt]                 = PrimitiveCodecs.BigIntCodec
  implicit def bigDecimalCodec: Codec[BigDecimal]         = PrimitiveCodecs.BigDecimalCodec
  implicit def javaBigIntegerCodec: Codec[BigInteger]     = PrimitiveCodecs.JavaBigIntegerCodec
  implicit def javaBigDecimalCodec: Codec[JavaBigDecimal] = PrimitiveCodecs.JavaBigDecimalCodec

private[codec] object PrimitiveCodecs:
  // The usual numbers have loops of their own, without a call for each value.

  private inline def eachOf[A](values: Iterator[A], count: Int)(inline put: (Int, A) => Unit): Int =
    var done = 0
    while done < count && values.hasNext do
      put(done, values.next())
      done += 1
    done

  private inline def eachRow(count: Int)(inline put: Int => Unit): Unit =
    var row = 0
    while row < count do
      put(row)
      row += 1

  object BooleanCodec extends Codec[Boolean]:
    def schema: Schema                        = Schema.primitive(Kind.Boolean)
    def minSize: Int                          = 1
    def write(out: Out, value: Boolean): Unit = out.writeBoolean(value)
    def read(in: In): Boolean                 = in.readBoolean()
    private[codec] override def gather(value: Boolean, to: Registers, row: Int, first: Int): Unit =
      to.putBit(first, row, value)
    private[codec] override def build(from: Registers, row: Int, first: Int): Boolean = from.bit(first, row)
    private[codec] override def gatherAll(
        values: Iterator[Boolean],
        count: Int,
        to: Registers,
        row: Int,
        first: Int
    ): Int =
      val own = to.ints(first)
      eachOf(values, count)((i, value) => own(row + i) = if value then 1 else 0)
    private[codec] override def buildAll(
        from: Registers,
        count: Int,
        first: Int,
        into: Array[AnyRef],
        at: Int
    ): Unit =
      val own = from.ints(first)
      eachRow(count)(row => into(at + row) = (own(row) != 0).asInstanceOf[AnyRef])

  object ByteCodec extends Codec[Byte]:
    def schema: Schema                     = Schema.primitive(Kind.Byte)
    def minSize: Int                       = 1
    def write(out: Out, value: Byte): Unit = out.writeByte(value)
    def read(in: In): Byte                 = in.readByte()
    private[codec] override def gather(value: Byte, to: Registers, row: Int, first: Int): Unit =
      to.putInt(first, row, value)
    private[codec] override def build(from: Registers, row: Int, first: Int): Byte = from.int(first, row).toByte

  object ShortCodec extends Codec[Short]:
    def schema: Schema                      = Schema.primitive(Kind.Short)
    def minSize: Int                        = 1
    def write(out: Out, value: Short): Unit = out.writeShort(value)
    def read(in: In): Short                 = in.readShort()
    private[codec] override def gather(value: Short, to: Registers, row: Int, first: Int): Unit =
      to.putInt(first, row, value)
    private[codec] override def build(from: Registers, row: Int, first: Int): Short = from.int(first, row).toShort

  object CharCodec extends Codec[Char]:
    def schema: Schema                     = Schema.primitive(Kind.Char)
    def minSize: Int                       = 1
    def write(out: Out, value: Char): Unit = out.writeChar(value)
    def read(in: In): Char                 = in.readChar()
    private[codec] override def gather(value: Char, to: Registers, row: Int, first: Int): Unit =
      to.putInt(first, row, value)
    private[codec] override def build(from: Registers, row: Int, first: Int): Char = from.int(first, row).toChar

  object IntCodec extends Codec[Int]:
    def schema: Schema                    = Schema.primitive(Kind.Int)
    def minSize: Int                      = 1
    def write(out: Out, value: Int): Unit = out.writeInt(value)
    def read(in: In): Int                 = in.readInt()
    private[codec] override def gather(value: Int, to: Registers, row: Int, first: Int): Unit =
      to.putInt(first, row, value)
    private[codec] override def build(from: Registers, row: Int, first: Int): Int = from.int(first, row)
    private[codec] override def gatherAll(
        values: Iterator[Int],
        count: Int,
        to: Registers,
        row: Int,
        first: Int
    ): Int =
      val own = to.ints(first)
      eachOf(values, count)((i, value) => own(row + i) = value)
    private[codec] override def buildAll(
        from: Registers,
        count: Int,
        first: Int,
        into: Array[AnyRef],
        at: Int
    ): Unit =
      val own = from.ints(first)
      eachRow(count)(row => into(at + row) = own(row).asInstanceOf[AnyRef])

  object LongCodec extends Codec[Long]:
    def schema: Schema                     = Schema.primitive(Kind.Long)
    def minSize: Int                       = 1
    def write(out: Out, value: Long): Unit = out.writeLong(value)
    def read(in: In): Long                 = in.readLong()
    private[codec] override def gather(value: Long, to: Registers, row: Int, first: Int): Unit =
      to.putLong(first, row, value)
    private[codec] override def build(from: Registers, row: Int, first: Int): Long = from.long(first, row)
    private[codec] override def gatherAll(
        values: Iterator[Long],
        count: Int,
        to: Registers,
        row: Int,
        first: Int
    ): Int =
      val own = to.longs(first)
      eachOf(values, count)((i, value) => own(row + i) = value)
    private[codec] override def buildAll(
        from: Registers,
        count: Int,
        first: Int,
        into: Array[AnyRef],
        at: Int
    ): Unit =
      val own = from.longs(first)
      eachRow(count)(row => into(at + row) = own(row).asInstanceOf[AnyRef])

  object FloatCodec extends Codec[Float]:
    def schema: Schema                      = Schema.primitive(Kind.Float)
    def minSize: Int                        = 4
    def write(out: Out, value: Float): Unit = out.writeFloat(value)
    def read(in: In): Float                 = in.readFloat()
    private[codec] override def gather(value: Float, to: Registers, row: Int, first: Int): Unit =
      to.putDouble(first, row, value)
    private[codec] override def build(from: Registers, row: Int, first: Int): Float = from.double(first, row).toFloat

  object DoubleCodec extends Codec[Double]:
    def schema: Schema                       = Schema.primitive(Kind.Double)
    def minSize: Int                         = 8
    def write(out: Out, value: Double): Unit = out.writeDouble(value)
    def read(in: In): Double                 = in.readDouble()
    private[codec] override def gather(value: Double, to: Registers, row: Int, first: Int): Unit =
      to.putDouble(first, row, value)
    private[codec] override def build(from: Registers, row: Int, first: Int): Double = from.double(first, row)
    private[codec] override def gatherAll(
        values: Iterator[Double],
        count: Int,
        to: Registers,
        row: Int,
        first: Int
    ): Int =
      val own = to.doubles(first)
      eachOf(values, count)((i, value) => own(row + i) = value)
    private[codec] override def buildAll(
        from: Registers,
        count: Int,
        first: Int,
        into: Array[AnyRef],
        at: Int
    ): Unit =
      val own = from.doubles(first)
      eachRow(count)(row => into(at + row) = own(row).asInstanceOf[AnyRef])

  object UnitCodec extends Codec[Unit]:
    def schema: Schema                     = Schema.primitive(Kind.Unit)
    def minSize: Int                       = 0
    def write(out: Out, value: Unit): Unit = ()
    def read(in: In): Unit                 = ()

  object StringCodec extends Codec[String]:
    def schema: Schema                       = Schema.primitive(Kind.String)
    def minSize: Int                         = 1
    def write(out: Out, value: String): Unit = out.writeString(value)
    def read(in: In): String                 = in.readString()

    private[codec] override def textsOf(values: Array[AnyRef], texts: Array[AnyRef]): Boolean =
      if values ne texts then System.arraycopy(values, 0, texts, 0, texts.length)
      true

  object UuidCodec extends Codec[UUID]:
    def schema: Schema                     = Schema.primitive(Kind.UUID)
    def minSize: Int                       = 16
    def write(out: Out, value: UUID): Unit = out.writeUuid(value)
    def read(in: In): UUID                 = in.readUuid()

  object UriCodec extends Codec[URI]:
    def schema: Schema                    = Schema.primitive(Kind.URI)
    def minSize: Int                      = 1
    def write(out: Out, value: URI): Unit =
      if value == null then Out.refuseNull("URI")
      out.writeString(value.toString)
    def read(in: In): URI =
      val at         = in.position
      val text       = in.readString()
      val dictionary = in.dictionary
      if dictionary == null then parse(in, at, text)
      else
        dictionary.nn.kept match
          case uri: URI => uri
          case _        =>
            val uri = parse(in, at, text)
            dictionary.nn.keep(uri)
            uri

    private def parse(in: In, at: Int, text: String): URI =
      try new URI(text)
      catch case _: URISyntaxException => in.failAt(at, "a string that is not a URI")

  object BigIntCodec extends Codec[BigInt]:
    def schema: Schema                       = Schema.primitive(Kind.BigInt)
    def minSize: Int                         = 1
    def write(out: Out, value: BigInt): Unit = out.writeBigInt(value)
    def read(in: In): BigInt                 = in.readBigInt()

  object BigDecimalCodec extends Codec[BigDecimal]:
    def schema: Schema                           = Schema.primitive(Kind.BigDecimal)
    def minSize: Int                             = 2
    def write(out: Out, value: BigDecimal): Unit = out.writeBigDecimal(value)
    def read(in: In): BigDecimal                 = in.readBigDecimal()

  object JavaBigIntegerCodec extends Codec[BigInteger]:
    def schema: Schema                           = Schema.primitive(Kind.BigInt)
    def minSize: Int                             = 1
    def write(out: Out, value: BigInteger): Unit =
      if value == null then Out.refuseNull("BigInteger")
      Numbers.writeBigInteger(out, value)
    def read(in: In): BigInteger = Numbers.readBigInteger(in)

  object JavaBigDecimalCodec extends Codec[JavaBigDecimal]:
    def schema: Schema                               = Schema.primitive(Kind.BigDecimal)
    def minSize: Int                                 = 2
    def write(out: Out, value: JavaBigDecimal): Unit =
      if value == null then Out.refuseNull("BigDecimal")
      Numbers.writeBigDecimal(out, value)
    def read(in: In): JavaBigDecimal = Numbers.readBigDecimal(in)
