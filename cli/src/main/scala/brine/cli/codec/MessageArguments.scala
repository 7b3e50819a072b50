package brine.cli.codec

import brine.codec.Schema
import mainargs.{arg, Flag, ParserForClass}

/** The options that describe the bytes of a file. */
private[codec] final case class MessageArguments(
    @arg(doc =
      "a file with the schema: its canonical bytes, also in hexadecimal, or a container with it; may be given again"
    )
    schema: Seq[String] = Nil,
    @arg(name = "schema-hex", doc = "the canonical bytes of the schema in hexadecimal; may be given again")
    schemaHex: Seq[String] = Nil,
    @arg(doc = "the file holds hexadecimal text") hex: Flag = Flag(),
    @arg(doc = "the value alone, without an envelope") bare: Flag = Flag(),
    @arg(doc = "the number of a type, then the value") tagged: Flag = Flag(),
    @arg(doc = "the bare or tagged message uses a dictionary") dictionary: Flag = Flag()
):
  /** All schemas named in the options, in that order, or what is wrong with one of them. */
  def schemas(source: SchemaSource): Either[String, Vector[Schema]] =
    val named  = schema.map(name => source.read(name).map(_.values.toVector))
    val given_ = schemaHex.map(hex =>
      Input.fromHex(hex).flatMap(SchemaSource.of).map(_.values.toVector).left.map(why => s"--schema-hex: $why")
    )
    (named ++ given_).foldLeft(Right(Vector.empty): Either[String, Vector[Schema]])((all, one) =>
      all.flatMap(before => one.map(before ++ _))
    )

private[codec] object MessageArguments:
  given ParserForClass[MessageArguments] = ParserForClass[MessageArguments]
