package brine.codec.golden

import java.util.UUID

object GoldenNumbers extends GoldenCases:
  bare("unit")("unit"     -> ())
  bare("boolean")("false" -> false, "true"   -> true)
  bare("byte")("0"        -> 0.toByte, "min" -> Byte.MinValue, "max" -> Byte.MaxValue, "-1" -> -1.toByte)
  bare("short")(
    "0"   -> 0.toShort,
    "min" -> Short.MinValue,
    "max" -> Short.MaxValue,
    "-1"  -> -1.toShort,
    "64"  -> 64.toShort
  )
  bare("char")(
    "0"    -> '\u0000',
    "a"    -> 'a',
    "127"  -> '\u007f',
    "128"  -> '\u0080',
    "ya"   -> 'я',
    "d800" -> '\ud800',
    "max"  -> '\uffff'
  )
  bare("int")(
    (Seq(0, -1, 1, 63, 64, -64, -65, 8191, 8192, -8192, -8193, 1048575, 1048576, 134217727, 134217728, -134217729) ++
      Seq(Int.MinValue, Int.MaxValue)).map(n => n.toString -> n)*
  )
  bare("long")(
    (Seq[Long](0, -1, 1, 63, 64, -64, -65, Int.MaxValue, Int.MinValue) ++
      Seq(
        2147483648L,
        -2147483649L,
        1L << 34,
        1L << 41,
        1L << 48,
        (1L << 55) - 1,
        1L << 55,
        -(1L << 55),
        -(1L << 55) - 1
      ) ++
      Seq(Long.MaxValue, Long.MinValue)).map(n => n.toString -> n)*
  )
  bare("float")(
    "0"         -> 0.0f,
    "-0"        -> -0.0f,
    "1"         -> 1.0f,
    "-1.5"      -> -1.5f,
    "min"       -> java.lang.Float.MIN_VALUE,
    "max"       -> Float.MaxValue,
    "infinity"  -> Float.PositiveInfinity,
    "-infinity" -> Float.NegativeInfinity,
    "nan"       -> Float.NaN
  )
  bare("double")(
    "0"         -> 0.0,
    "-0"        -> -0.0,
    "1"         -> 1.0,
    "0.1"       -> 0.1,
    "pi"        -> Math.PI,
    "min"       -> java.lang.Double.MIN_VALUE,
    "max"       -> Double.MaxValue,
    "infinity"  -> Double.PositiveInfinity,
    "-infinity" -> Double.NegativeInfinity,
    "nan"       -> Double.NaN
  )
  bare("bigint")(
    (Seq(
      "0",
      "1",
      "-1",
      "127",
      "128",
      "-128",
      "-129",
      "32767",
      "32768",
      "9223372036854775807",
      "9223372036854775808"
    ) ++
      Seq("-9223372036854775808", "-9223372036854775809", "123456789012345678901234567890")).map(n => n -> BigInt(n))*
  )
  bare("bigint")("1024 bytes" -> (BigInt(1) << 8190), "-1024 bytes" -> -(BigInt(1) << 8191))
  bare("bigdecimal")(
    Seq("0", "0.00", "1", "1.50", "-3.14159", "1E+3", "1E-6178", "1E+6178", "12345678901234567890.123456789").map(n =>
      n -> BigDecimal(n)
    )*
  )
  bare("java biginteger")("2^70"   -> java.math.BigInteger.ONE.shiftLeft(70))
  bare("java bigdecimal")("-0.001" -> java.math.BigDecimal("-0.001"))
  bare("uuid")(
    "nil"   -> UUID(0, 0),
    "max"   -> UUID(-1, -1),
    "mixed" -> UUID.fromString("123e4567-e89b-42d3-a456-426614174000")
  )
