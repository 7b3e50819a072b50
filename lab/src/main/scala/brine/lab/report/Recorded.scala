package brine.lab.report

import brine.lab.Refusal
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

  /** The recorded runs of a checkout, by name; empty without such a folder. */
  def in(checkout: Path): List[LabelledRun] =
    val folder = checkout.resolve("lab").resolve("recorded")
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
    val others = recorded.filter(run => studies.exists(study => run.results.study(study).exists(_.ok)))
    val tables = RunTables(here :: others, "recorded")
    Option.when(others.nonEmpty && !page.watermarked):
      sectionOf(
        "recorded",
        "Recorded runs beside yours",
        p(
          "Whole runs that Brine's authors recorded on other machines. Each column has the statistics of its own run: ",
          "nothing is averaged over machines."
        ),
        ul(others.map(run => li(strong(run.label), ": ", run.described))),
        tables.all
      )
