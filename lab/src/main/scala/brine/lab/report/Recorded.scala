package brine.lab.report

import brine.lab.failure.Refusal
import brine.lab.page.{Answer, PageContext}
import brine.lab.page.Tables.*
import brine.lab.results.Results
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using
import scalatags.Text.all.*

/** The runs that the checkout keeps in `lab/recorded`, each a compressed results file. */
object Recorded:
  private val suffix = ".jsonl.gz"

  /** The folder of a checkout's recorded runs. */
  def folder(checkout: Path): Path = checkout.resolve("lab").resolve("recorded")

  /** The file of a recorded run. */
  def file(folder: Path, name: String): Path = folder.resolve(name + suffix)

  /** The recorded runs of a checkout, by name; empty without such a folder. */
  def in(checkout: Path): List[LabelledRun] = of(folder(checkout))

  /** The recorded runs of a folder. */
  def of(folder: Path): List[LabelledRun] =
    if !Files.isDirectory(folder) then Nil
    else
      val files = Using.resource(Files.list(folder))(_.iterator.asScala.toList)
      files
        .filter(_.getFileName.toString.endsWith(suffix))
        .sortBy(_.getFileName.toString)
        .flatMap: file =>
          try Some(LabelledRun(file.getFileName.toString.stripSuffix(suffix), Results.read(file)))
          catch
            case refusal: Refusal =>
              // The user's own run must not be lost to it.
              System.err.println(s"brine lab: left out: ${refusal.getMessage}")
              None

  /** The section that shows them beside this run, if any measured a study of it. */
  def section(page: PageContext, answers: List[Answer], recorded: List[LabelledRun]): Option[Frag] =
    val here    = LabelledRun("measured here", page.results, Some(answers))
    val studies = here.answers.map(_.study).toSet
    // Answers are costly, so they are computed only for studies that both have.
    // A run that was recorded is not shown beside itself.
    val others = recorded
      .filterNot(_.isSame(page.results))
      .filter(run => studies.exists(study => run.results.study(study).exists(_.ok)))
      .map(run => run.copy(label = run.label + ", recorded"))
    val tables = RunTables(here :: others, "recorded")
    Option.when(others.nonEmpty && !page.watermarked):
      sectionOf(
        "recorded",
        "Recorded runs beside yours",
        p(
          "Whole runs that were kept in the folder lab/recorded. Each column has the statistics of its own run: ",
          "nothing is averaged over runs or machines."
        ),
        ul(others.map(run => li(strong(run.label), ": ", run.described))),
        tables.all
      )
