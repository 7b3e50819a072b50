package brine.codec.exports.internal

import brine.codec.Schema
import brine.codec.Schema.{Definition, Type}

/** Helpers common to the schema exports. */
private[codec] object ExportNames:

  /** The type without the layers that only affect the bytes. */
  def plain(tpe: Type): Type = tpe match
    case Type.Boxed(of)         => plain(of)
    case Type.Repeated(of)      => plain(of)
    case Type.Wrapped(_, _, of) => plain(of)
    case other                  => other

  /** Whether a definition is a sum of single values, with at least one. */
  def isEnumeration(definition: Definition): Boolean = definition match
    case Definition.Sum(_, cases) => cases.nonEmpty && cases.forall(_.fields.isEmpty)
    case _: Definition.Record     => false

  def isEnumeration(schema: Schema, tpe: Type): Boolean = plain(tpe) match
    case Type.Named(index) => isEnumeration(schema.definitions(index))
    case _                 => false

  val months: Vector[String] =
    Vector(
      "JANUARY",
      "FEBRUARY",
      "MARCH",
      "APRIL",
      "MAY",
      "JUNE",
      "JULY",
      "AUGUST",
      "SEPTEMBER",
      "OCTOBER",
      "NOVEMBER",
      "DECEMBER"
    )

  val daysOfWeek: Vector[String] =
    Vector("MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY")

  /** The name of a type in error messages. */
  def describe(schema: Schema, tpe: Type): String = plain(tpe) match
    case Type.Primitive(kind)                           => s"a value of kind $kind"
    case _: Type.Optional                               => "an Option"
    case _: Type.Either                                 => "an Either"
    case _: Type.Sequence                               => "a sequence"
    case _: Type.Set                                    => "a set"
    case _: Type.Map                                    => "a map"
    case _: Type.Tuple                                  => "a tuple"
    case Type.Named(index)                              => schema.definitions(index).name
    case _: Type.Shared                                 => "a shared value"
    case Type.Custom(name)                              => s"a value of the hand-written codec '$name'"
    case _: (Type.Boxed | Type.Repeated | Type.Wrapped) => "a value"
