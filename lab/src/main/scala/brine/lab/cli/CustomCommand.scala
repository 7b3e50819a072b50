package brine.lab.cli

import brine.commandline.Nearest
import brine.lab.failure.Refusal
import brine.lab.custom.*
import brine.lab.page.Numbers
import brine.lab.results.{FolderInUse, Results}
import brine.lab.child.Cancellation
import brine.lab.run.Stage
import java.nio.file.{Files, Path}
import mainargs.{arg, main, Flag, Leftover, ParserForClass}

/** `brine lab custom FILE`: a person's own data through every codec that can be derived for it. */
object CustomCommand:
  @main
  final case class Arguments(
      @arg(doc = "folder of the report") out: String = "lab-custom",
      @arg(doc = "libraries, separated by commas") only: Option[String] = None,
      @arg(doc = "paths of the JSON to leave out") without: Seq[String] = Nil,
      @arg(doc = "seconds of measuring") seconds: String = "120",
      @arg(name = "types-only", doc = "only infer and print the types") typesOnly: Flag = Flag(),
      @arg(doc = "machine-readable output") json: Flag = Flag(),
      files: Leftover[String] = Leftover()
  )

  private val valued = Set("--out", "--only", "--without", "--seconds")
  private val flags  = Set("--types-only", "--json")

  /** All options. */
  def options: List[String] = (valued ++ flags).toList.sorted

  def run(args: List[String], stage: => Stage, java: Path, measuring: Measuring = InTurns()): Int =
    val arguments = brine.lab.cli.Arguments.parsed(ParserForClass[Arguments], args, valued, flags)
    val request   = check(arguments, args)
    FolderInUse.holding(request.out):
      Cancellation.onSignal(): cancellation =>
        val said = (line: String) => System.err.println("brine lab: " + line)
        said(s"reading ${request.file} (${Numbers.short(Files.size(request.file) / 1e6)} MB)")
        val source = CustomSource.of(request, cancellation)
        if source.records.nonEmpty then
          said(s"${source.described}; the types are in ${source.file}")
          if !arguments.json.value then print(Files.readString(source.file))
        if arguments.typesOnly.value then 0
        else
          val report = CustomRun(request, stage, java, cancellation).run(source, measuring, said)
          val page   = CustomReport.write(report, request.out)
          if arguments.json.value then println(ujson.write(written(report, page, request.out, cancellation.requested)))
          else
            print("\n" + report.table)
            said(s"the report is $page")
          val measured = report.rows.exists(report.isOk)
          if !measured then said(s"no library could be measured${reason(report)}")
          if cancellation.requested then Cancellation.exitCode else if measured then 0 else 1

  private def reason(report: CustomReport): String =
    report.rows.flatMap(row => report.failure(row).map((_, why) => s"; ${row.name}: $why")).headOption.getOrElse("")

  private def written(report: CustomReport, page: Path, out: Path, cancelled: Boolean) = ujson.Obj(
    "page"      -> page.toString,
    "results"   -> out.resolve(Results.fileName).toString,
    "source"    -> report.source.file.toString,
    "rows"      -> report.rows.size,
    "notOk"     -> report.rows.count(row => !report.isOk(row)),
    "cancelled" -> cancelled
  )

  /** A comma before another path; a name may contain a comma too. */
  private val pathsEnd = ",\\s*(?=\\$)"

  private def check(arguments: Arguments, typed: List[String]): CustomRequest =
    val seconds = arguments.seconds.toIntOption
      .getOrElse:
        throw Refusal(s"--seconds must be a whole number, 10 or more, not '${arguments.seconds}'")
    if seconds < 10 then throw Refusal(s"--seconds must be 10 or more, not $seconds")
    val file = arguments.files.value match
      case Seq(one) => Path.of(one)
      case Seq()    => throw Refusal("custom takes a file: JSON, JSON lines, or a .scala file with types and samples")
      case several  => throw Refusal(s"custom takes one file, not ${several.size}")
    if !Files.exists(file) then throw Refusal(s"no such file: $file")
    if !Files.isRegularFile(file) || !Files.isReadable(file) then throw Refusal(s"$file is not a file that can be read")
    val only = RunCommand.names("--only", arguments.only)
    only
      .find(!CustomRun.known.contains(_))
      .foreach: name =>
        throw Refusal(s"custom has no library '$name'; ${Nearest.hint(name, CustomRun.known)}")
    val out = RunCommand.writable(Path.of(arguments.out))
    for name <- CustomRun.written do
      val report = out.resolve(name)
      if Files.exists(report) && Files.isSameFile(report, file) then
        throw Refusal(s"$file is in the folder of the report, which would replace it; choose another with --out")
    CustomRequest(
      file,
      out,
      arguments.without.flatMap(_.split(pathsEnd)).map(_.trim).toSet,
      only,
      seconds,
      RunCommand.command("custom" :: typed)
    )
