package brine.lab.cli

import brine.lab.browser.{BrowserPlan, Chromium}
import brine.lab.child.Cancellation
import brine.lab.run.{Machine, PeerCatalog, PlanText, RunPlan, Session, Stage}
import java.nio.file.{Files, Path}

/** `brine lab plan [STUDY…]`: says what a run with the same arguments would do, in how long, and what it leaves out.
  * Measures nothing, and writes no files but logs of the peers that are asked for their rows.
  */
object PlanCommand:
  def run(args: List[String], stageFolder: Path, java: Path): Int =
    val arguments = Arguments.run(RunCommand.expandJdks(args))
    val request   = RunCommand.check(arguments, args, out = identity)
    val stage     = Stage.read(stageFolder, request.peerJars)
    val catalog   = PeerCatalog.read(stage, java, Files.createTempDirectory("brine-lab-plan"), Cancellation())
    val rows      = Session.select(catalog.rows, request.only, BrowserPlan.select(stage.bundles, Nil, None))
    val plan      = RunPlan(
      request,
      rows.filter(_.unavailable.isEmpty),
      Session.inBrowser(request, stage, Chromium.find().left.toOption),
      Session.javas(java, request.jdks),
      Machine.memory,
      seed = 0
    )
    val text = PlanText(request, plan, rows)
    println(if arguments.json.value then ujson.write(text.json) else text.lines.mkString("\n"))
    0
