package brine.cli.codec

import brine.codec.Schema
import brine.codec.inspect.internal.Escaped
import mainargs.{arg, main, Flag, Leftover, ParserForClass}

/** Shows the schemas in a file. */
private[codec] final class SchemaTask(input: Input) extends CodecTask:
  val name    = "schema"
  val summary = "shows the schema in a file, or the schemas of a container"

  def run(arguments: List[String]): Int =
    Options.parse(ParserForClass[SchemaTask.Arguments], arguments)(print)

  private def print(arguments: SchemaTask.Arguments): Either[String, Int] =
    for
      name    <- Report.one(arguments.file.value, "schema")
      schemas <- SchemaSource(input).read(name)
    yield
      val all = schemas.values.toVector
      if arguments.json.value then println(Report.json(all.map(SchemaTask.toJson)))
      else println(all.map(SchemaTask.text).mkString("\n\n"))
      0

private[codec] object SchemaTask:
  @main(
    name = "brine codec schema",
    doc = "Prints the schemas in a file: the canonical bytes of one (Codec[A].schema.canonical), the same in " +
      "hexadecimal, or a container with the schemas of its messages. First the fingerprint and the root type, then " +
      "each record and sum."
  )
  final case class Arguments(
      @arg(doc = "a JSON array with an object for each schema, its canonical bytes in hexadecimal") json: Flag = Flag(),
      @arg(name = "file", doc = "the file, or - for the standard input") file: Leftover[String] = Leftover()
  )

  private def fingerprint(schema: Schema): String = f"${schema.fingerprint}%016x"

  private def text(schema: Schema): String = s"schema ${fingerprint(schema)}: ${lines(schema).mkString("\n")}"

  // A name may contain anything; each definition must still be one line, and must not command a terminal.
  private def lines(schema: Schema): Vector[String] =
    schema.toString.split('\n').toVector.map(Escaped.clipped(_, Int.MaxValue))

  private def toJson(schema: Schema): ujson.Obj = ujson.Obj(
    "fingerprint" -> fingerprint(schema),
    "root"        -> lines(schema).head,
    "definitions" -> lines(schema).drop(1),
    "canonical"   -> schema.canonical.map(byte => f"$byte%02x").mkString
  )
