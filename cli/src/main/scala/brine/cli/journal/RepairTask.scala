package brine.cli.journal

import brine.journal.tools.Repair
import mainargs.{arg, main, Flag, Leftover, ParserForClass}

/** Repairs a damaged journal so that it opens again. */
private[journal] object RepairTask extends JournalTask:
  val name    = "repair"
  val summary = "shows how to repair a damaged journal; with --apply repairs it"

  def run(arguments: List[String]): Int = options.parse(ParserForClass[Arguments], arguments): parsed =>
    Ending
      .folder(parsed.folder.value, name)
      .map: folder =>
        ProgressLine.during("read")(progress => Repair.plan(folder, Ending.settings, onProgress = progress)) match
          case Left(error)                      => Ending.failed(error)
          case Right(plan) if parsed.json.value => inJson(plan, parsed.apply.value)
          case Right(plan) if !plan.isNeeded    =>
            println("sound: there is nothing to repair")
            0
          case Right(plan) =>
            plan.steps.foreach(step => println(Ending.oneLine(step.message)))
            println(lost(plan))
            if parsed.apply.value then
              perform(plan)(_ => println("repaired; what was replaced is in the folder quarantine"))
            else
              println(
                "Nothing was changed. A backup is better than a repair; if there is none: " +
                  s"brine journal repair --apply $folder"
              )
              0

  private def lost(plan: Repair): String =
    val count = plan.found.lost
    if count == 0 then "No record is lost."
    else s"Lost: ${Ending.count(count, "record")}; the others keep their offsets and versions."

  private def perform(plan: Repair)(done: ujson.Obj => Unit): Int =
    ProgressLine.during("repair")(plan.perform) match
      case Left(error)                    => Ending.failed(error)
      case Right(after) if !after.isSound =>
        Ending.failed(s"it is still damaged: ${after.damages.head.message}; restore a backup")
      case Right(after) =>
        done(VerifyTask.json(after))
        0

  private def inJson(plan: Repair, apply: Boolean): Int =
    val json = ujson.Obj(
      "needed"  -> plan.isNeeded,
      "found"   -> VerifyTask.json(plan.found),
      "steps"   -> plan.steps.map(step => ujson.Obj("step" -> step.productPrefix, "text" -> step.message)),
      "applied" -> false
    )
    val exitCode =
      if apply && plan.isNeeded then
        perform(plan): after =>
          json("applied") = true
          json("after") = after
      else 0
    println(Ending.json(json))
    exitCode

  @main(
    name = "brine journal repair",
    doc = "Reads a journal and prints how to make it open again, with every readable record at its old offset and " +
      "version, and which records are lost. Changes nothing without --apply; with it, nobody may have the journal " +
      "open. Deletes nothing: replaced files are kept in the folder quarantine."
  )
  private[journal] final case class Arguments(
      @arg(doc = "perform the repair") apply: Flag = Flag(),
      @arg(doc = "one JSON object") json: Flag = Flag(),
      @arg(name = "dir", doc = "the journal's folder") folder: Leftover[String] = Leftover()
  )
