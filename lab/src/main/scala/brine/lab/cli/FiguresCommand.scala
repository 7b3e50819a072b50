package brine.lab.cli

import brine.lab.catalog.Studies
import brine.lab.failure.Refusal
import brine.lab.page.PageContext
import brine.lab.results.WholeFile
import java.nio.file.Path

/** `brine lab figures RUN`: the pictures of a run's answers as SVG files, for a README or a page of docs. */
object FiguresCommand:
  def run(args: List[String]): Int =
    val arguments = Arguments.report(args)
    val run       = arguments.runs.value match
      case Seq(run) => Path.of(run)
      case other    => throw Refusal(s"figures takes one run: a folder or a results file, not ${other.size}")
    val page = PageContext(ReportCommand.ofStudies(run))
    if page.watermarked then throw Refusal("a smoke run measures nothing, so it has no figures")
    val answers = Studies.all.map(study => study -> study.answer(page)).filter(_._2.rows.nonEmpty)
    if answers.isEmpty then throw Refusal(s"$run has no study whose contenders could be compared")
    val out     = RunCommand.writable(Path.of(arguments.out.getOrElse("figures")))
    val written = answers.map: (study, answer) =>
      val file = out.resolve(s"${study.name}.svg")
      WholeFile.write(file, answer.plot.file)
      file.toString
    if arguments.json.value then println(ujson.write(ujson.Obj("figures" -> ujson.Arr.from(written))))
    else written.foreach(println)
    0
