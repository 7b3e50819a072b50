package brine.codec.internal.codecs

import brine.codec.Out

import java.lang as jl

/** Conversions between Java's boxes and the primitives that they are written as. Public, because generated code calls
  * them.
  */
object Boxes:
  def ofBoolean(value: Boolean): jl.Boolean = jl.Boolean.valueOf(value)
  def ofByte(value: Byte): jl.Byte          = jl.Byte.valueOf(value)
  def ofShort(value: Short): jl.Short       = jl.Short.valueOf(value)
  def ofChar(value: Char): jl.Character     = jl.Character.valueOf(value)
  def ofInt(value: Int): jl.Integer         = jl.Integer.valueOf(value)
  def ofLong(value: Long): jl.Long          = jl.Long.valueOf(value)
  def ofFloat(value: Float): jl.Float       = jl.Float.valueOf(value)
  def ofDouble(value: Double): jl.Double    = jl.Double.valueOf(value)

  // Unboxing null would give 0.

  def toBoolean(value: jl.Boolean): Boolean =
    if value == null then Out.refuseNull("Boolean")
    value.booleanValue

  def toByte(value: jl.Byte): Byte =
    if value == null then Out.refuseNull("Byte")
    value.byteValue

  def toShort(value: jl.Short): Short =
    if value == null then Out.refuseNull("Short")
    value.shortValue

  def toChar(value: jl.Character): Char =
    if value == null then Out.refuseNull("Character")
    value.charValue

  def toInt(value: jl.Integer): Int =
    if value == null then Out.refuseNull("Integer")
    value.intValue

  def toLong(value: jl.Long): Long =
    if value == null then Out.refuseNull("Long")
    value.longValue

  def toFloat(value: jl.Float): Float =
    if value == null then Out.refuseNull("Float")
    value.floatValue

  def toDouble(value: jl.Double): Double =
    if value == null then Out.refuseNull("Double")
    value.doubleValue
