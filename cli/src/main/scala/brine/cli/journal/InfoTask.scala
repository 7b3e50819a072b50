package brine.cli.journal

import brine.journal.LogRole
import brine.journal.tools.{JournalInfo, SegmentInfo}
import mainargs.{arg, main, Flag, Leftover, ParserForClass}

/** Summarizes a journal. */
private[journal] object InfoTask extends JournalTask:
  val name    = "info"
  val summary = "prints segments, sizes and the last offset; reads only the last segment"

  def run(arguments: List[String]): Int = options.parse(ParserForClass[Arguments], arguments): parsed =>
    Ending
      .place(parsed.folder.value, name, parsed.log)
      .map:
        case LogPlace.Folder(folder) =>
          JournalInfo.of(folder, Ending.settings) match
            case Left(error) => Ending.failed(error)
            case Right(info) =>
              Roles.role(LogPlace.Folder(folder)) match
                case Left(exitCode) => exitCode
                case Right(role)    =>
                  if parsed.json.value then println(Ending.json(json(info, role))) else print(text(info, role))
                  0
        case database: LogPlace.Database =>
          Databases.reading(database): log =>
            LogInfo.of(log) match
              case Left(error) => Ending.failed(error)
              case Right(info) =>
                Roles.role(database) match
                  case Left(exitCode) => exitCode
                  case Right(role)    =>
                    if parsed.json.value then println(Ending.json(info.json(role))) else print(info.text(role))
                    0

  private def text(info: JournalInfo, role: LogRole): String =
    val writer  = info.writer.fold("")(writer => s" (${Ending.oneLine(writer)})")
    val state   = if info.isClosed then "closed" else s"open, or not closed when its program ended$writer"
    val schemas =
      if info.schemas.isEmpty then "none in the last segment" else Ending.oneLine(info.schemas.mkString(", "))
    val offsets = s"offsets ${info.first.sequence} to ${info.durable.sequence}; watermark ${info.marked.sequence}"
    val head    = s"""journal   ${info.journal}, format ${info.formatVersion}
                  |state     $state${Roles.line(role)}
                  |records   ${info.records}, $offsets
                  |files     ${Ending.count(info.segments.size, "segment")}, ${Ending.bytes(
                   info.bytes
                 )}; opened ${Ending.count(info.epoch, "time")}
                  |streams   ${info.streams} in the last segment, ${Ending.count(info.tags, "tag")}
                  |schemas   $schemas
                  |""".stripMargin
    val others = if info.otherFiles.isEmpty then "" else s"others    ${Ending.oneLine(counted(info.otherFiles))}\n"
    val rows   = info.segments.map: segment =>
      val kind = if segment.isCompacted then ", compacted" else ""
      s"  ${segment.number}  ${segment.file}  ${range(segment)}  ${Ending.bytes(segment.bytes)}, " +
        s"begun ${segment.created}$kind\n"
    head + others + rows.mkString

  /** Counts indexes and snapshots, and names the other files. */
  private def counted(files: Vector[String]): String =
    val (indexes, rest)    = files.partition(_.matches("\\d{20}\\.idx"))
    val (snapshots, named) = rest.partition(_.matches("\\d{20}-.*\\.snap"))
    val counts             = Vector(
      Option.when(indexes.nonEmpty)(s"${indexes.size} ${if indexes.sizeIs == 1 then "index" else "indexes"}"),
      Option.when(snapshots.nonEmpty)(Ending.count(snapshots.size, "snapshot"))
    ).flatten
    val more = Option.when(named.sizeIs > MostNamed)(s"${named.size - MostNamed} more, which --json lists")
    (counts ++ named.take(MostNamed) ++ more).mkString(", ")

  private inline val MostNamed = 10

  private def range(segment: SegmentInfo): String =
    val (first, last) = (segment.first.sequence, segment.last.sequence)
    if last < first then "no records yet" else s"$first to $last"

  private def json(info: JournalInfo, role: LogRole): ujson.Obj = ujson.Obj(
    "journal"    -> info.journal.toString,
    "format"     -> info.formatVersion,
    "epoch"      -> ujson.Num(info.epoch.toDouble),
    "closed"     -> info.isClosed,
    "role"       -> Roles.text(role),
    "writer"     -> info.writer.fold[ujson.Value](ujson.Null)(ujson.Str(_)),
    "first"      -> ujson.Num(info.first.sequence.toDouble),
    "last"       -> ujson.Num(info.durable.sequence.toDouble),
    "marked"     -> ujson.Num(info.marked.sequence.toDouble),
    "records"    -> ujson.Num(info.records.toDouble),
    "bytes"      -> ujson.Num(info.bytes.toDouble),
    "streams"    -> info.streams,
    "schemas"    -> info.schemas,
    "tags"       -> info.tags,
    "otherFiles" -> info.otherFiles,
    "segments"   -> info.segments.map(json)
  )

  private def json(segment: SegmentInfo): ujson.Obj = ujson.Obj(
    "file"      -> segment.file,
    "number"    -> ujson.Num(segment.number.toDouble),
    "epoch"     -> ujson.Num(segment.epoch.toDouble),
    "first"     -> ujson.Num(segment.first.sequence.toDouble),
    "last"      -> ujson.Num(segment.last.sequence.toDouble),
    "created"   -> segment.created.toString,
    "bytes"     -> ujson.Num(segment.bytes.toDouble),
    "compacted" -> segment.isCompacted
  )

  @main(
    name = "brine journal info",
    doc =
      "Prints the content of the manifest, of all segment headers and of the last segment; takes as long as opening " +
        "the journal. Streams, schemas and tags are those of the last segment; stats counts all. Of a database: " +
        "offsets and times."
  )
  private[journal] final case class Arguments(
      @arg(doc = "one JSON object") json: Flag = Flag(),
      @arg(doc = LogPlace.LogDoc) log: Option[String] = None,
      @arg(name = "dir", doc = LogPlace.DirDoc) folder: Leftover[String] = Leftover()
  )
