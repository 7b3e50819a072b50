package brine.lab.cli

import brine.lab.catalog.Studies
import brine.lab.custom.CustomRun
import brine.lab.failure.Refusal
import brine.lab.report.{LabelledRun, ReportFolder}
import brine.lab.results.Results
import java.nio.file.{Files, Path}

/** `brine lab report RUN…`: writes the page again from raw results. Like runs of one machine are pooled
  * as one; others are shown side by side.
  */
object ReportCommand:
  def run(args: List[String], recorded: () => List[LabelledRun]): Int =
    val arguments = Arguments.report(args)
    val names     = arguments.runs.value
    if names.isEmpty then throw Refusal("report takes one or more runs: folders or results.jsonl files")
    val runs = names.map(name => ofStudies(Path.of(name))).toList
    refuseTwins(names.toList.zip(runs))
    val out = arguments.out
      .map(named => RunCommand.writable(Path.of(named)))
      .orElse(Option.when(runs.sizeIs == 1)(folder(Path.of(names.head))))
      .getOrElse:
        throw Refusal("several runs need --out DIR, the folder for their report")
    val machines = LabelledRun.grouped(runs)
    if machines.sizeIs == 1 then ReportFolder.write(machines.head.results, out, recorded())
    else
      System.err.println(
        s"brine lab: these runs are not pooled as one: they differ in ${LabelledRun.differences(runs).mkString(", ")}; " +
          "the page shows them side by side, and each has a page of its own"
      )
      ReportFolder.writeMachines(machines, out)
    val page  = out.resolve(ReportFolder.page)
    val cells = machines.map(_.results.cells.size).sum
    if arguments.json.value then
      println(ujson.write(ujson.Obj("page" -> page.toString, "cells" -> cells, "machines" -> machines.size)))
    else System.err.println(s"brine lab: the report is $page")
    0

  private def folder(run: Path): Path = if Files.isDirectory(run) then run else run.toAbsolutePath.getParent

  /** A run that is named twice, or together with a copy, would count as two. */
  private def refuseTwins(runs: List[(String, Results)]): Unit =
    for
      ((name, run), at) <- runs.zipWithIndex
      (other, twin)     <- runs.drop(at + 1)
      if run.text("startedAt").nonEmpty && List("startedAt", "seed").forall: field =>
        run.environment.value.get(field) == twin.environment.value.get(field)
    do throw Refusal(s"$name and $other are the same run, which would count twice; name it once")

  /** Reads a run: a folder with a results file, or the file itself. */
  def read(run: Path): Results =
    val file = if Files.isDirectory(run) then run.resolve(Results.fileName) else run
    if !Files.isReadable(file) || Files.isDirectory(file) then throw Refusal(s"no results at $run")
    val results = Results.read(file)
    if results.environments.isEmpty then throw Refusal(s"$file has no environment line: not a results file of the lab")
    if results.torn > 0 then
      val lines = if results.torn == 1 then "1 line" else s"${results.torn} lines"
      said(s"$lines of $file left out: truncated")
    results

  /** Reads a run of studies. Cells of studies that this version does not know are left out. */
  def ofStudies(run: Path): Results =
    val results = read(run)
    if results.mode == CustomRun.mode then
      throw Refusal(s"$run is a run of `lab custom`, which wrote its page itself; `lab compare` compares two such runs")
    val known           = Studies.all.map(_.name).toSet
    val (cells, others) = results.cells.partition(cell => known(cell.study))
    if others.nonEmpty then
      val names = others.map(_.study).distinct.mkString(", ")
      said(s"${others.size} cells of $run left out: this version of the lab has no study $names")
    results.copy(cells = cells)

  private def said(line: String): Unit = System.err.println("brine lab: " + line)
