package brine.lab.run

import brine.lab.child.HarnessOptions
import brine.lab.browser.BrowserBundle
import brine.lab.plan.{JavaHome, TurnTimes}
import brine.lab.studies.Turned
import brine.lab.turns.TurnPlan

/** The environment of a run, for the first line of its results file. */
final class RunEnvironment(
    request: Request,
    plan: RunPlan,
    javas: List[JavaHome],
    bundles: List[BrowserBundle]
):
  import plan.{browser, durations, heaps}

  /** The environment block.
    *
    * @param browserSeen
    *   version that the browser reports, or `none`
    */
  def block(browserSeen: String, resumed: Boolean): ujson.Obj =
    val block  = Machine.environment
    val fields = List[(String, ujson.Value)](
      "mode"        -> request.mode.name,
      "studies"     -> ujson.Arr.from(request.studies.map(_.name)),
      "command"     -> request.command,
      "seed"        -> plan.seed.toDouble,
      "rounds"      -> durations.rounds,
      "shotRounds"  -> durations.shotRounds,
      "actorRounds" -> durations.actorRounds,
      "logRounds"   -> durations.logRounds,
      "warmUp"      -> s"${durations.warmUp.count} x ${durations.warmUp.millis} ms",
      "measure"     -> s"${durations.measure.count} x ${durations.measure.millis} ms",
      "evactorN"    -> ujson.Arr.from(durations.counts),
      "runs"        -> durations.runs,
      "flags"       -> ujson.Obj(
        "site"    -> heaps.micro.mkString(" "),
        "evactor" -> heaps.evactor.mkString(" "),
        "books"   -> heaps.micro.mkString(" "),
        "actors"  -> heaps.actors.mkString(" "),
        "log"     -> heaps.log.mkString(" "),
        "whole"   -> heaps.log.mkString(" "),
        "startup" -> heaps.startUp.mkString(" "),
        "sizes"   -> heaps.untimed.mkString(" ")
      ),
      "compiler"    -> HarnessOptions.oneCompilation.mkString(" "),
      "jvmSettings" -> ujson.Obj.from(
        request.jvms.map(setting => setting.name -> ujson.Str(setting.in(heaps.micro, javas.head).mkString(" ")))
      ),
      "browserWarmUp"  -> s"${browser.warmUp.count} x ${browser.warmUp.millis} ms",
      "browserMeasure" -> s"${browser.measure.count} x ${browser.measure.millis} ms",
      "browserRounds"  -> browser.rounds,
      "heapNote"       -> plan.lowered,
      "jdk"            -> javas.head.version,
      "jdks"           -> ujson.Arr.from(javas.map(_.version)),
      "jmh"            -> "1.37",
      "siteData"       -> request.siteData.fold("generated")(_ => "a folder given with --site-data"),
      "browser"        -> browserSeen,
      "bundles"        -> ujson.Obj.from(
        bundles.map(bundle =>
          bundle.name -> ujson.Obj.from(bundle.versions.toList.sorted.map((key, text) => key -> ujson.Str(text)))
        )
      ),
      "resumed" -> resumed
    )
    for (name, value) <- fields do block(name) = value
    plan.turns.filter(_.groups.nonEmpty).foreach(turns => block("turns") = described(turns))
    block

  /** How libraries took turns: the lengths of the codec studies, and those of each study with others. Such a run times
    * no codec outside of turns.
    */
  private def described(turns: TurnPlan): ujson.Obj =
    val (usual, own) = turns.groups.map(_.study).distinct.partition(_.turnTimes == TurnTimes())
    val block        = if usual.isEmpty then ujson.Obj() else of(TurnTimes())
    block("starts") = turns.starts
    usual.headOption.orElse(own.headOption).foreach(study => block("flags") = flags(turns, study))
    for study <- own do
      val lengths = of(study.turnTimes)
      lengths("flags") = flags(turns, study)
      block(study.name) = lengths
    block

  private def flags(turns: TurnPlan, study: Turned) = turns.memory.options(study).mkString(" ")

  private def of(times: TurnTimes) = ujson.Obj(
    "rounds"       -> times.rounds,
    "millis"       -> times.turnMillis,
    "leastWarmUp"  -> times.leastWarmUp,
    "mostWarmUp"   -> times.mostWarmUp,
    "mostTogether" -> times.mostTogether
  )
