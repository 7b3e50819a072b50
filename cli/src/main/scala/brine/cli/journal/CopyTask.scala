package brine.cli.journal

import brine.journal.tools.{CopyError, CopyProgress, CopyReport, CopyStep, LogCopy}
import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.AtomicBoolean
import mainargs.{arg, main, Flag, Leftover, ParserForClass}
import scala.jdk.CollectionConverters.*
import scala.util.Using
import scala.util.control.ControlThrowable

/** Copies a log: between folders and databases. */
private[journal] object CopyTask extends JournalTask:
  val name    = "copy"
  val summary = "copies all records between folders and databases, verifies them, and can continue"

  def run(arguments: List[String]): Int = options.parse(ParserForClass[Arguments], arguments): parsed =>
    for
      names <- Ending.arguments(parsed.names.value, name, "FROM", "TO")
      logs  <- logs(names, parsed.log, parsed.toLog)
      from  <- LogPlace.of(names.head, logs._1, side = "FROM")
      to    <- LogPlace.of(names(1), logs._2, isTarget = true, side = "TO")
      size  <- Ending.segmentSize(parsed.segmentSize)
      _     <- misplaced(from, to).toLeft(())
    yield stoppable: stop =>
      RecordArguments.reading(from): reader =>
        val line     = RecordProgress(name)
        val progress = (made: CopyProgress) =>
          shown(line, made)
          stop(made)
        to match
          case LogPlace.Folder(folder) =>
            ended(from, parsed.json.value):
              LogCopy.toFolder(reader, folder, Ending.settingsOf(folder, size), onProgress = progress)
          case database: LogPlace.Database =>
            Databases.writing(database): log =>
              ended(from, parsed.json.value)(LogCopy.toLog(reader, log, progress))

  private final class Stopped(val progress: CopyProgress) extends ControlThrowable

  /** Runs a body that a signal ends at the next progress, in order: then says what has been done, and that the copy can
    * be continued.
    */
  private def stoppable(body: (CopyProgress => Unit) => Int): Int =
    val isStopped = AtomicBoolean()
    OnSignal.during(isStopped.set(true)):
      try body(progress => if isStopped.get then throw Stopped(progress))
      catch
        case stopped: Stopped =>
          val records = Ending.count(stopped.progress.records, "record")
          Ending.failed(s"stopped after it had ${named(stopped.progress.step)} $records; the same command continues")

  /** The prefixes of tables: `--log` for both, unless `--to-log` names others for the copy. */
  def logs(
      names: Seq[String],
      log: Option[String],
      toLog: Option[String]
  ): Either[String, (Option[String], Option[String])] =
    val isUrl    = names.map(LogPlace.isUrl)
    val mistyped = names.flatMap(MistypedUrl.problem).headOption
    if mistyped.isDefined then Left(mistyped.get)
    else if log.isDefined && !isUrl.contains(true) then
      Left("--log names tables of a database, and both places are folders")
    else if toLog.isDefined && !isUrl(1) then Left("--to-log names tables of a database, and TO is a folder")
    else Right((log.filter(_ => isUrl.head), toLog.orElse(log).filter(_ => isUrl(1))))

  /** Why one place cannot be copied to the other. What else is wrong with two folders, LogCopy finds. */
  def misplaced(from: LogPlace, to: LogPlace): Option[String] = (from, to) match
    case (one: LogPlace.Database, other: LogPlace.Database) if Databases.areSame(one, other) =>
      Some("FROM and TO are the same log: name another place")
    case (LogPlace.Folder(folder), LogPlace.Database(url, _)) if url.file.exists(Databases.isWithin(_, folder)) =>
      Some(s"TO is a file within $folder, the source: name one elsewhere")
    case _ => None

  private def named(step: CopyStep): String = step match
    case CopyStep.Comparing => "compared"
    case CopyStep.Copying   => "copied"
    case CopyStep.Verifying => "verified"

  private def shown(line: RecordProgress, progress: CopyProgress): Unit =
    line.show(named(progress.step), progress.records, progress.left)

  private def ended(from: LogPlace, asJson: Boolean)(result: Either[CopyError, CopyReport]): Int =
    result match
      case Left(CopyError.Unopened(error))                                => Ending.failed(error)
      case Left(error @ (_: CopyError.NotACopy | _: CopyError.SamePlace)) => Ending.complain(error.message)
      case Left(error)                                                    => Ending.failed(error.message)
      case Right(report)                                                  =>
        println(if asJson then Ending.json(json(report)) else text(report) + others(from))
        0

  private def text(report: CopyReport): String =
    s"copied ${Ending.count(report.copied, "record")} up to offset ${report.upTo.sequence}; " +
      s"${report.records - report.copied} were there. Read back and equal: " +
      s"${Ending.count(report.records, "record")}, sha-256 ${report.digest}"

  private def others(from: LogPlace): String = from match
    case LogPlace.Folder(folder) if hasOthers(folder) =>
      s"\nthe snapshots and state records in $folder are not in it: programs save them again"
    case _ => ""

  private def hasOthers(folder: Path): Boolean =
    Files.isDirectory(folder.resolve("states")) ||
      Using.resource(Files.list(folder))(_.iterator.asScala.exists(_.getFileName.toString.endsWith(".snap")))

  private def json(report: CopyReport): ujson.Obj = ujson.Obj(
    "records" -> ujson.Num(report.records.toDouble),
    "copied"  -> ujson.Num(report.copied.toDouble),
    "upTo"    -> ujson.Num(report.upTo.sequence.toDouble),
    "digest"  -> report.digest
  )

  @main(
    name = "brine journal copy",
    doc = "Copies all records that FROM has at the start: streams, versions, times, tags, keys, schemas and bytes. " +
      "Offsets of the copy are 1, 2, 3 ... Snapshots and state records are not copied. Then reads all records back " +
      "and compares them. Programs may append to FROM meanwhile, but not to TO. If it was interrupted, the same " +
      "command continues. For databases, user and password come from the URL, or from the environment variables " +
      "BRINE_JDBC_USER and BRINE_JDBC_PASSWORD; for TO alone, from BRINE_JDBC_TO_USER and BRINE_JDBC_TO_PASSWORD."
  )
  private[journal] final case class Arguments(
      @arg(doc = "of logs in databases: what the names of their tables begin with; brine_ by default")
      log: Option[String] = None,
      @arg(name = "to-log", doc = "the same for TO alone") toLog: Option[String] = None,
      @arg(name = "segment-size", doc = "bytes of the files of TO; by default as it has them, or 64 MiB")
      segmentSize: Option[Long] = None,
      @arg(doc = "one JSON object") json: Flag = Flag(),
      @arg(
        name = "from-and-to",
        doc = "FROM TO: each a journal's folder, or the URL of a database, such as jdbc:sqlite:shop.db"
      ) names: Leftover[String] = Leftover()
  )
