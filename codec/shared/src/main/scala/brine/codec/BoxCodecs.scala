package brine.codec

import brine.codec.internal.codecs.{Alias, Boxes}

import java.lang as jl

/** Codecs of Java's boxes: the bytes and schemas of the primitives, but sequences of boxes are not packed. [[Codec]]'s
  * companion extends this trait, so they need no import.
  */
private[codec] trait BoxCodecs:
  // Not givens: Scala 3.3 makes a lazy val of a given without parameters, see Once.
  implicit def boxedBooleanCodec: Codec[jl.Boolean] = BoxCodecs.booleans
  implicit def boxedByteCodec: Codec[jl.Byte]       = BoxCodecs.bytes
  implicit def boxedShortCodec: Codec[jl.Short]     = BoxCodecs.shorts
  implicit def boxedCharCodec: Codec[jl.Character]  = BoxCodecs.chars
  implicit def boxedIntCodec: Codec[jl.Integer]     = BoxCodecs.ints
  implicit def boxedLongCodec: Codec[jl.Long]       = BoxCodecs.longs
  implicit def boxedFloatCodec: Codec[jl.Float]     = BoxCodecs.floats
  implicit def boxedDoubleCodec: Codec[jl.Double]   = BoxCodecs.doubles

private[codec] object BoxCodecs:
  import PrimitiveCodecs.*

  val booleans: Codec[jl.Boolean] = Alias(BooleanCodec, "Boolean", Boxes.ofBoolean, Boxes.toBoolean)
  val bytes: Codec[jl.Byte]       = Alias(ByteCodec, "Byte", Boxes.ofByte, Boxes.toByte)
  val shorts: Codec[jl.Short]     = Alias(ShortCodec, "Short", Boxes.ofShort, Boxes.toShort)
  val chars: Codec[jl.Character]  = Alias(CharCodec, "Character", Boxes.ofChar, Boxes.toChar)
  val ints: Codec[jl.Integer]     = Alias(IntCodec, "Integer", Boxes.ofInt, Boxes.toInt)
  val longs: Codec[jl.Long]       = Alias(LongCodec, "Long", Boxes.ofLong, Boxes.toLong)
  val floats: Codec[jl.Float]     = Alias(FloatCodec, "Float", Boxes.ofFloat, Boxes.toFloat)
  val doubles: Codec[jl.Double]   = Alias(DoubleCodec, "Double", Boxes.ofDouble, Boxes.toDouble)
