package brine.lab.report

import brine.lab.catalog.Studies
import brine.lab.failure.RunFailure
import brine.lab.page.Summary
import brine.lab.results.{Disk, Results, ResultsWriter, WholeFile}
import java.io.IOException
import java.nio.file.{Files, Path}

/** Writes the files of a report: the page, one TSV per figure, and the times in JMH's format. */
object ReportFolder:
  val page = "index.html"

  def write(results: Results, out: Path, recorded: List[LabelledRun] = Nil): Unit =
    try
      val summaries = Summary.of(results)
      val figures   = Figures.all(summaries)
      for (name, content) <- figures ++ Studies.all.flatMap(_.files(summaries)) do
        WholeFile.write(out.resolve(name), content)
      WholeFile.write(out.resolve(JmhJson.fileName), JmhJson.of(results))
      val downloads =
        Download.compressed(Results.fileName, ResultsWriter.lines(results)) :: figures.map((name, content) =>
          Download.text(name, content)
        )
      WholeFile.write(out.resolve(page), Page.render(results, downloads, recorded))
    catch
      case failure: IOException =>
        val reason = Disk.reason(failure, "make the page again")
        throw RunFailure(
          s"cannot write the report to $out: $reason. results.jsonl is valid: `brine lab report` makes the page again"
        )

  /** Writes the page of unlike machines, and each machine's own report in a folder of its own. */
  def writeMachines(runs: List[LabelledRun], out: Path): Unit =
    for run <- runs do write(run.results, Files.createDirectories(out.resolve(MachinesPage.folder(run))))
    Disk.writing(out, "run the same command again")(WholeFile.write(out.resolve(page), MachinesPage.render(runs)))
