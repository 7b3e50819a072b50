package brine.cli.codec

import brine.codec.inspect.{Framing, Inspect, Profile}
import brine.codec.Schema
import mainargs.{arg, main, Flag, Leftover, ParserForClass}

/** Shows how many bytes each part takes. */
private[codec] final class ProfileTask(input: Input) extends CodecTask:
  val name    = "profile"
  val summary = "shows how many bytes each field takes, over messages and containers"

  def run(arguments: List[String]): Int =
    Options.parse(ParserForClass[ProfileTask.Arguments], arguments)(profile)

  private def profile(arguments: ProfileTask.Arguments): Either[String, Int] =
    for
      files <- Report.files(arguments.files.value)
      names <-
        if files.isEmpty then Left("profile takes files; name some, or - for the standard input") else Right(files)
      _ <-
        if arguments.top.exists(_ <= 0) then Left(s"--top is 1 or more, not ${arguments.top.mkString}") else Right(())
      schemas <- arguments.message.schemas(SchemaSource(input))
      inputs  <- read(names, arguments.message, schemas)
    yield
      val profile = Inspect.profileAll(inputs)
      if arguments.json.value then println(Report.json(ProfileTask.toJson(profile)))
      else print(profile.table(arguments.top.getOrElse(Int.MaxValue)))
      Report.errors(profile.errors.map((input, error) => names(input) -> error))

  private def read(
      names: Seq[String],
      options: MessageArguments,
      schemas: Vector[Schema]
  ): Either[String, Vector[(Array[Byte], Framing)]] =
    names.foldLeft(Right(Vector.empty): Either[String, Vector[(Array[Byte], Framing)]])((all, name) =>
      for
        before  <- all
        bytes   <- input.read(name, options.hex.value)
        framing <- Framings.of(bytes, options, schemas).left.map(why => s"$name: $why")
      yield before :+ (bytes, framing)
    )

private[codec] object ProfileTask:
  @main(
    name = "brine codec profile",
    doc =
      "Prints a table of fields over all files: bytes, share, count, bytes each; then the same for values, headers, " +
        "sizes, envelopes and so on. The elements of a collection are merged, as in pages[].title."
  )
  final case class Arguments(
      message: MessageArguments,
      @arg(doc = "show only this many fields, the largest first") top: Option[Int] = None,
      @arg(doc = "one JSON object") json: Flag = Flag(),
      @arg(name = "files", doc = "the files; one of them may be - for the standard input") files: Leftover[String] =
        Leftover()
  )

  private def toJson(profile: Profile): ujson.Obj = ujson.Obj(
    "messages" -> profile.messages.toDouble,
    "bytes"    -> profile.bytes.toDouble,
    "stored"   -> profile.stored.toDouble,
    "rows"     -> profile.rows.map(row =>
      ujson
        .Obj("path" -> row.path, "part" -> row.part.label, "bytes" -> row.bytes.toDouble, "count" -> row.count.toDouble)
    ),
    "errors" -> profile.errors.map((input, error) => Report.toJson(error).tap("input", input))
  )

  extension (json: ujson.Obj)
    private def tap(name: String, value: Int): ujson.Obj =
      json(name) = value
      json
