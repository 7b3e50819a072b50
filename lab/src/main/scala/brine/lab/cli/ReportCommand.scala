package brine.lab.cli

import brine.lab.Refusal
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
    val runs = names.map(name => read(Path.of(name))).toList
    val out  = arguments.out
      .map(Path.of(_))
      .orElse(Option.when(runs.sizeIs == 1)(folder(Path.of(names.head))))
      .getOrElse:
        throw Refusal("several runs need --out DIR, the folder for their report")
    Files.createDirectories(out)
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

  /** Reads a run: a folder with a results file, or the file itself. */
  def read(run: Path): Results =
    val file = if Files.isDirectory(run) then run.resolve(Results.fileName) else run
    if !Files.isReadable(file) then throw Refusal(s"no results at $run")
    val results = Results.read(file)
    if results.environments.isEmpty then throw Refusal(s"$file has no environment line: not a results file of the lab")
    results
