package brine.cli.journal

import brine.journal.BackupReport
import brine.journal.tools.JournalBackup
import java.nio.file.{Files, Path}
import mainargs.{arg, main, Flag, Leftover, ParserForClass}

/** Copies a journal; the copy is a journal too. */
private[journal] object BackupTask extends JournalTask:
  val name    = "backup"
  val summary = "copies a journal, also while it is written; the next backup copies only what is new"

  def run(arguments: List[String]): Int = options.parse(ParserForClass[Arguments], arguments): parsed =>
    for
      names  <- Ending.arguments(parsed.names.value, name, "DIR", "TARGET")
      folder <- Ending.path(names.head)
      target <- Ending.path(names(1))
    yield JournalBackup.of(folder, target, parsed.thorough.value, Ending.settings) match
      case Left(error)   => Ending.failed(error)
      case Right(report) =>
        println(if parsed.json.value then Ending.json(json(report)) else text(report) + ofStates(folder))
        0

  private def text(report: BackupReport): String =
    s"backup up to offset ${report.upTo.sequence}: ${Ending.count(report.copied, "segment")} copied, " +
      s"${report.skipped} there already, " +
      s"${Ending.count(report.snapshots, "snapshot")}, ${Ending.bytes(report.bytes)}"

  private def ofStates(folder: Path): String =
    val states = folder.resolve("states")
    if Files.isDirectory(states) then s"\nthe state records in $states are not in it" else ""

  private def json(report: BackupReport): ujson.Obj = ujson.Obj(
    "upTo"      -> ujson.Num(report.upTo.sequence.toDouble),
    "copied"    -> report.copied,
    "skipped"   -> report.skipped,
    "snapshots" -> report.snapshots,
    "bytes"     -> ujson.Num(report.bytes.toDouble)
  )

  @main(
    name = "brine journal backup",
    doc =
      "Copies all durable records to another folder, which is then a journal you can open. A further backup to the " +
        "same folder copies what is new. The journal may be written meanwhile. Each segment is checked before it is " +
        "copied."
  )
  private[journal] final case class Arguments(
      @arg(doc = "also verify what the backup already contains") thorough: Flag = Flag(),
      @arg(doc = "one JSON object") json: Flag = Flag(),
      @arg(name = "dir-and-target", doc = "DIR TARGET: the journal's folder, and that of the backup") names: Leftover[
        String
      ] = Leftover()
  )
