package brine.codec.fuzz

import brine.codec.testkit.RichModel
import brine.codec.testkit.RichModel.{Event, Page}
import brine.codec.{Codec, MessageOptions, SchemaIds}

/** Tagged messages, which start with the number of their type. */
object TaggedTarget extends FuzzTarget:
  val name  = "tagged"
  val about = "tagged messages, with and without a dictionary"

  private val types = Seq(
    0         -> Codec[Event],
    1         -> Codec[Page],
    2         -> Codec[List[String]],
    127       -> Codec[Versions.Old.Model],
    128       -> Codec[Versions.New.Kind],
    (1 << 30) -> Codec[Vector[Long]]
  )
  private val tables = List(MessageOptions.defaults, MessageOptions.withDictionary).map(SchemaIds.of(_, types*))

  def seeds: Seq[Array[Byte]] = tables.flatMap: table =>
    RichModel.events.map(table.encode(_)) ++ Models.old.map(table.encode(_)) ++ Models.newKinds.map(table.encode(_)) ++
      List(table.encode(RichModel.page), table.encode(List("a", "bc", "bc")), table.encode(Vector(1L << 40, -1L)))

  def run(input: Array[Byte]): Unit = tables.foreach: table =>
    Guard.decoded("any type", input.length)(table.decodeAny(input)): Unit
    read[Event](table, input)
    read[Page](table, input)
    read[List[String]](table, input)
    read[Versions.Old.Model](table, input)
    read[Versions.New.Kind](table, input)
    read[Vector[Long]](table, input)

  private def read[A](table: SchemaIds, input: Array[Byte])(using Codec[A]): Unit =
    Guard
      .decoded("a type", input.length)(table.decode[A](input))
      .foreach: value =>
        Guard.survives("a tagged value", value, MessageOptions.withDictionary)
        if table.decode[A](table.encode(value)).isLeft then throw Finding("a tagged value that cannot be read again")
