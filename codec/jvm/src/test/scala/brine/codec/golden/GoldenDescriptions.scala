package brine.codec.golden

import brine.codec.inspect.Framing
import brine.codec.{Hex, Schema}

import scala.collection.BitSet

/** What stands beside the golden bytes for readers that know no Scala: the schema of each message, and each value as
  * JSON.
  */
object GoldenDescriptions:
  /** Where the schemas and the values are, from the project's root. */
  val Schemas = "golden/codec/format-1.schemas.txt"
  val Values  = "golden/codec/format-1.values.txt"

  /** The schema in hexadecimal, and after a comma what it does not tell: which elements of a set are refused. */
  def schema(of: GoldenCase[?]): Option[String] =
    val what = of.value match
      case _: BitSet            => ", bit set"
      case _: collection.Set[?] => ", distinct"
      case _                    => ""
    message(of).map((schema, _) => Hex(schema.canonical) + what)

  /** The value, or the list of a container's messages. */
  def value(of: GoldenCase[?]): Option[String] = of.framing match
    case Some(_: Framing.Container) =>
      val json = GoldenJson(dictionary = true)
      Some(of.messages.map((schema, message) => json(schema, message)).mkString("[", ", ", "]"))
    case _ => message(of).map((schema, dictionary) => GoldenJson(dictionary)(schema, of.value))

  /** The schema of a message, and whether it has a dictionary. */
  private def message(of: GoldenCase[?]): Option[(Schema, Boolean)] = of.framing.collect {
    case Framing.Bare(schema, options)   => (schema, options.dictionary)
    case Framing.Standalone(schema +: _) => (schema, false)
  }
