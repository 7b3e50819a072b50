package brine.cli.journal

import brine.journal.Journal
import java.nio.file.{Files, Path}
import mainargs.{arg, main, Leftover, ParserForClass}

/** Restores a journal from a backup. */
private[journal] object RestoreTask extends JournalTask:
  val name    = "restore"
  val summary = "restores a journal from a backup and verifies both"

  def run(arguments: List[String]): Int = options.parse(ParserForClass[Arguments], arguments): parsed =>
    for
      names  <- Ending.arguments(parsed.names.value, name, "BACKUP", "DIR")
      backup <- Ending.path(names.head)
      folder <- Ending.path(names(1))
      _      <- Either.cond(Files.isDirectory(backup), (), s"there is no folder $backup")
      _      <- Either.cond(
        isFree(folder),
        (),
        s"$folder has files; a backup is restored to a folder that has none, or is not there"
      )
    yield Journal.restore(backup, folder, Ending.settings) match
      case Left(error)     => Ending.failed(error)
      case Right(restored) =>
        restored.problems.foreach(problem => println(s"note: ${Ending.oneLine(problem.message)}"))
        println(
          s"restored: ${Ending.count(restored.records, "record")} up to offset ${restored.last.sequence}, " +
            s"in ${Ending.count(restored.segments, "segment")}"
        )
        0

  private def isFree(folder: Path): Boolean =
    !Files.exists(folder) || Files.isDirectory(folder) && {
      val files = Files.list(folder)
      try !files.findAny.isPresent
      finally files.close()
    }

  @main(
    name = "brine journal restore",
    doc = "Verifies a backup, copies it to an empty folder, and verifies the copy."
  )
  private[journal] final case class Arguments(
      @arg(
        name = "backup-and-dir",
        doc = "BACKUP DIR: the backup's folder, and the folder for the journal"
      ) names: Leftover[String] = Leftover()
  )
