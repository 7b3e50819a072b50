package brine.lab.cli

import brine.lab.failure.Refusal
import brine.lab.page.{PageContext, Target}
import brine.lab.report.Targets
import java.nio.file.Path

/** `brine lab targets RUN`: Brine's own goals against a run's figures. They are for developers and not on the page. */
object TargetsCommand:
  def run(args: List[String]): Int =
    val arguments = Arguments.plain(args)
    val results   = arguments.names.value match
      case Seq(run) => ReportCommand.ofStudies(Path.of(run))
      case other    => throw Refusal(s"targets takes one run: a folder or a results file, not ${other.size}")
    val all = Targets.of(PageContext(results))
    if all.isEmpty then throw Refusal("this run has no row of Brine, so it has no targets")
    if arguments.json.value then println(ujson.write(ujson.Arr.from(all.map(json))))
    else
      if results.mode == "smoke" then println("a smoke run: its times mean nothing")
      all.foreach(target => println(text(target)))
      val met = all.groupBy(_.met).view.mapValues(_.size).toMap.withDefaultValue(0)
      println(s"${met(Some(true))} met, ${met(Some(false))} missed, ${met(None)} not known")
    0

  private def word(target: Target): String =
    target.met.fold("not known")(met => if met then "met" else "missed")

  private def text(target: Target): String =
    val why = if target.missedBy.isEmpty then "" else s"; ${target.missedBy}"
    f"${word(target)}%-10s ${target.name}%-46s ${target.measured} (goal: ${target.goal})$why"

  private def json(target: Target): ujson.Obj = ujson.Obj(
    "name"     -> target.name,
    "verdict"  -> word(target),
    "goal"     -> target.goal,
    "measured" -> target.measured,
    "missedBy" -> target.missedBy
  )
