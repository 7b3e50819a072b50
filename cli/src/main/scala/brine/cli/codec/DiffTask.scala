package brine.cli.codec

import brine.codec.Schema
import brine.codec.inspect.{Diff, Difference, Inspect, Value}
import mainargs.{arg, main, Flag, Leftover, ParserForClass}

/** Shows the differences between two files. */
private[codec] final class DiffTask(input: Input) extends CodecTask:
  val name    = "diff"
  val summary = "shows the differences between two messages or containers"

  def run(arguments: List[String]): Int =
    Options.parse(ParserForClass[DiffTask.Arguments], arguments)(diff)

  private def diff(arguments: DiffTask.Arguments): Either[String, Int] =
    for
      names <- DiffTask.two(arguments.files.value)
      (one, other) = names
      schemas <- arguments.message.schemas(SchemaSource(input))
      left    <- read(one, arguments.message, DiffTask.schemasOf(0, arguments.message, schemas))
      right   <- read(other, arguments.message, DiffTask.schemasOf(1, arguments.message, schemas))
    yield (left, right) match
      case (Right(left), Right(right)) => DiffTask.show(Diff(left, right), arguments.json.value)
      case (left, right)               =>
        val errors = left.left.toSeq.map(one -> _) ++ right.left.toSeq.map(other -> _)
        Report.errors(errors): Unit
        2

  private def read(name: String, options: MessageArguments, schemas: Vector[Schema]) =
    for
      bytes   <- input.read(name, options.hex.value)
      framing <- Framings.of(bytes, options, schemas).left.map(why => s"$name: $why")
    yield Inspect
      .values(bytes, framing)
      .map(values => if Framings.isContainer(bytes) && !options.bare.value then Value.Sequence(values) else values.head)

private[codec] object DiffTask:
  @main(
    name = "brine codec diff",
    doc = "Prints the differences between two messages, of one schema or of two, or two containers: path, left, " +
      "right. Exit codes as of diff(1): 0 if nothing differs, 1 if something does, 2 if a file cannot be read."
  )
  final case class Arguments(
      message: MessageArguments,
      @arg(doc = "one JSON object") json: Flag = Flag(),
      @arg(name = "files", doc = "the two files; one of them may be - for the standard input") files: Leftover[String] =
        Leftover()
  )

  private def two(names: Seq[String]): Either[String, (String, String)] = Report.files(names).flatMap {
    case Seq("-", "-")    => Left("only one of the two files can be the standard input")
    case Seq(left, right) => Right((left, right))
    case other            => Left(s"diff takes two files, not ${other.size}")
  }

  // The two files may need different schemas: the first one named is for the first file.
  private def schemasOf(file: Int, options: MessageArguments, schemas: Vector[Schema]): Vector[Schema] =
    if (options.bare.value || options.tagged.value) && schemas.size == 2 then Vector(schemas(file)) else schemas

  private def show(diff: Diff, json: Boolean): Int =
    if json then println(Report.json(toJson(diff))) else print(diff.text)
    if diff.isEmpty then 0 else 1

  private def toJson(diff: Diff): ujson.Obj = ujson.Obj(
    "differences" -> diff.differences.map(toJson),
    "complete"    -> diff.isComplete
  )

  private def toJson(one: Difference): ujson.Obj =
    val json = ujson.Obj("path" -> one.path)
    one.left.foreach(value => json("left") = value.text)
    one.right.foreach(value => json("right") = value.text)
    json
