package brine.cli.codec

import brine.codec.inspect.{Dump, Entry, Inspect}
import mainargs.{arg, main, Flag, Leftover, ParserForClass}

/** Shows the meaning of every byte. */
private[codec] final class DumpTask(input: Input) extends CodecTask:
  val name    = "dump"
  val summary = "shows the meaning of every byte of a message or container"

  def run(arguments: List[String]): Int =
    Options.parse(ParserForClass[DumpTask.Arguments], arguments)(dump)

  private def dump(arguments: DumpTask.Arguments): Either[String, Int] =
    for
      name    <- Report.one(arguments.file.value, "dump")
      range   <- DumpTask.range(arguments)
      schemas <- arguments.message.schemas(SchemaSource(input))
      bytes   <- input.read(name, arguments.message.hex.value)
      framing <- Framings.of(bytes, arguments.message, schemas).left.map(why => s"$name: $why")
    yield
      val dump = Inspect.dump(bytes, framing, range._1, range._2)
      if arguments.json.value then println(Report.json(DumpTask.toJson(dump))) else print(dump.table)
      Report.errors(dump.errors.map(name -> _))

private[codec] object DumpTask:
  @main(
    name = "brine codec dump",
    doc = "Prints the meaning of every byte of a message or container: offset, bytes, path, encoding, value. " +
      "Items of a record's header have no bytes of their own. The exit code is 1 if some bytes cannot be read."
  )
  final case class Arguments(
      message: MessageArguments,
      @arg(doc = "omit entries that end at or before this offset") offset: Int = 0,
      @arg(doc = "number of bytes to show after the offset") limit: Option[Int] = None,
      @arg(doc = "one JSON object") json: Flag = Flag(),
      @arg(name = "file", doc = "the file, or - for the standard input") file: Leftover[String] = Leftover()
  )

  private def range(arguments: Arguments): Either[String, (Int, Int)] =
    val until = arguments.limit.fold(Int.MaxValue.toLong)(arguments.offset.toLong + _)
    if arguments.offset < 0 then Left(s"--offset is 0 or more, not ${arguments.offset}")
    else if arguments.limit.exists(_ <= 0) then Left(s"--limit is 1 or more, not ${arguments.limit.mkString}")
    else Right((arguments.offset, math.min(until, Int.MaxValue).toInt))

  private def toJson(dump: Dump): ujson.Obj = ujson.Obj(
    "bytes"   -> dump.bytes.length,
    "entries" -> dump.entries.map(toJson(dump, _)),
    "errors"  -> dump.errors.map(Report.toJson)
  )

  private def toJson(dump: Dump, entry: Entry): ujson.Obj =
    val json = ujson.Obj(
      "offset" -> entry.offset,
      "length" -> entry.length,
      "bytes"  -> dump.hex(entry),
      "path"   -> entry.path.text,
      "part"   -> entry.part.label,
      "what"   -> entry.what,
      "count"  -> entry.count
    )
    if entry.block > 0 then json("block") = entry.block
    entry.value.foreach(value => json("value") = value.text(LongestValue))
    json

  private val LongestValue = 1000
