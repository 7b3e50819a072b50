package brine.cli.journal

import brine.journal.tools.Statistics
import java.nio.file.Path
import java.util.Locale
import mainargs.{arg, main, Flag, Leftover, ParserForClass}

/** Shows what a journal consists of. */
private[journal] object StatsTask extends JournalTask:
  val name    = "stats"
  val summary = "counts records and bytes of streams, schemas and tags; overhead; group sizes"

  def run(arguments: List[String]): Int = options.parse(ParserForClass[Arguments], arguments): parsed =>
    for
      place <- Ending.place(parsed.folder.value, name, parsed.log)
      top   <- Either.cond(parsed.top >= 1, parsed.top, s"--top is 1 or more, not ${parsed.top}")
    yield place match
      case LogPlace.Folder(folder)     => ofFolder(folder, top, parsed.json.value)
      case database: LogPlace.Database =>
        Databases.reading(database): log =>
          val stats = LogStats(log, top)
          stats.count() match
            case Left(error) => Ending.failed(error)
            case Right(_)    =>
              if parsed.json.value then println(Ending.json(stats.json)) else print(stats.text)
              0

  private def ofFolder(folder: Path, top: Int, asJson: Boolean): Int =
    ProgressLine.during("stats")(progress => Statistics.of(folder, top, Ending.settings, onProgress = progress)) match
      case Left(error)  => Ending.failed(error)
      case Right(found) =>
        if asJson then println(Ending.json(json(found))) else print(text(found))
        0

  private def text(found: Statistics): String =
    val times = found.earliest.zip(found.latest).fold("")((from, to) => s"times     $from to $to\n")
    s"""records   ${found.records}, ${Ending.bytes(found.payload)} of values; the largest has ${Ending.bytes(
        found.largestRecord
      )}
       |stored    ${Ending.bytes(found.stored)} of ${Ending.bytes(found.files)} in ${Ending.count(
        found.segments,
        "segment"
      )}: ${number(found.overhead)} B a record beside its value
       |groups    ${found.units}, of ${found.smallestUnit} to ${found.largestUnit} records, ${number(
        found.meanUnit
      )} on average
       |${times}streams   ${found.streamCount}; ${Ending.count(found.keys, "idempotency key")}
       |""".stripMargin + table("stream", found.streams) + table("schema", found.schemas) + table("tag", found.tags)

  private def number(of: Double): String = "%.1f".formatLocal(Locale.ROOT, of)

  private def table(what: String, rows: Vector[Statistics.Row]): String =
    rows
      .map(row =>
        s"  $what ${Ending.oneLine(row.name)}: ${Ending.count(row.records, "record")}, ${Ending.bytes(row.payload)}\n"
      )
      .mkString

  private def json(found: Statistics): ujson.Obj = ujson.Obj(
    "records"       -> ujson.Num(found.records.toDouble),
    "payload"       -> ujson.Num(found.payload.toDouble),
    "stored"        -> ujson.Num(found.stored.toDouble),
    "files"         -> ujson.Num(found.files.toDouble),
    "overhead"      -> found.overhead,
    "segments"      -> found.segments,
    "groups"        -> ujson.Num(found.units.toDouble),
    "smallestGroup" -> ujson.Num(found.smallestUnit.toDouble),
    "largestGroup"  -> ujson.Num(found.largestUnit.toDouble),
    "meanGroup"     -> found.meanUnit,
    "largestRecord" -> ujson.Num(found.largestRecord.toDouble),
    "earliest"      -> found.earliest.fold[ujson.Value](ujson.Null)(at => ujson.Str(at.toString)),
    "latest"        -> found.latest.fold[ujson.Value](ujson.Null)(at => ujson.Str(at.toString)),
    "keys"          -> ujson.Num(found.keys.toDouble),
    "streamCount"   -> found.streamCount,
    "streams"       -> found.streams.map(json),
    "schemas"       -> found.schemas.map(json),
    "tags"          -> found.tags.map(json)
  )

  private def json(row: Statistics.Row): ujson.Obj =
    ujson.Obj(
      "name"    -> row.name,
      "records" -> ujson.Num(row.records.toDouble),
      "payload" -> ujson.Num(row.payload.toDouble)
    )

  @main(
    name = "brine journal stats",
    doc = "Reads a whole journal and counts the records and bytes of its streams, schemas and tags, the overhead of " +
      "storing them, and the sizes of the groups that were written at once. Of a database, it does not count " +
      "overhead and groups."
  )
  private[journal] final case class Arguments(
      @arg(doc = "rows of streams and of tags; 20 by default") top: Int = 20,
      @arg(doc = "one JSON object") json: Flag = Flag(),
      @arg(doc = LogPlace.LogDoc) log: Option[String] = None,
      @arg(name = "dir", doc = LogPlace.DirDoc) folder: Leftover[String] = Leftover()
  )
