package brine.codec.golden

import brine.codec.golden.GoldenCase.Content
import brine.codec.{Hex, Schema}

import scala.collection.BitSet

/** What stands beside the golden bytes for readers that know no Scala: the schema of each message, and each value as JSON. */
object GoldenDescriptions:
  /** Where the schemas and the values are, from the project's root. */
  val Schemas = "golden/codec/format-1.schemas.txt"
  val Values  = "golden/codec/format-1.values.txt"

  /** The schema in hexadecimal, and after a comma what it does not tell: that the value is a set or a bit set. */
  def schema(of: GoldenCase[?]): Option[String] = of.content match
    case Content.Message(schema, _) =>
      val what = of.value match
        case _: BitSet            => ", bit set"
        case _: collection.Set[?] => ", set"
        case _                    => ""
      Some(Hex(schema.canonical) + what)
    case _ => None

  /** The value, or the list of a segment's messages. */
  def value(of: GoldenCase[?]): Option[String] = of.content match
    case Content.Message(schema, dictionary) => Some(GoldenJson(dictionary)(schema, of.value))
    case Content.Segment(messages)           =>
      val json = GoldenJson(dictionary = true)
      Some(messages.map((schema: Schema, message) => json(schema, message)).mkString("[", ", ", "]"))
    case Content.Description => None
