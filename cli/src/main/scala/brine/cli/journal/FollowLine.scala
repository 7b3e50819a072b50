package brine.cli.journal

import brine.commandline.Terminal
import brine.journal.replication.{FollowStatus, FollowStep}
import java.util.Locale

/** Shows how far a follower is: on a terminal one line that changes, otherwise a line every ten seconds, on standard
  * error; or lines of JSON on standard output.
  */
private[journal] final class FollowLine(asJson: Boolean, isTerminal: Boolean = Terminal.isWatched):
  private val rewrites = isTerminal && !asJson
  private var shown    = ""

  /** Time between two lines. */
  val everyNanos: Long = if rewrites then 1_000_000_000L else 10_000_000_000L

  def show(status: FollowStatus): Unit =
    if asJson then
      println(Ending.json(FollowLine.json(status)))
      Console.out.flush()
    else if rewrites then
      val line = FollowLine.text(status)
      Console.err.print("\r" + line.padTo(shown.length, ' '))
      Console.err.flush()
      shown = line
    else Console.err.println(FollowLine.text(status))

  /** Shows the last one. */
  def end(status: FollowStatus): Unit =
    if rewrites && shown.nonEmpty then Console.err.println()
    if asJson then show(status)
    else println(s"${Ending.count(status.records, "record")} in the replica, up to offset ${status.upTo.sequence}")

private[journal] object FollowLine:
  private final val LongestProblem = 300

  def text(status: FollowStatus): String =
    val step = status.step match
      case FollowStep.Comparing => "comparing"
      case FollowStep.Waiting   => "waiting"
      case _                    => "following"
    val behind = if status.lag == 0 && status.behind.toSeconds == 0 then "" else s", ${status.behind.toSeconds} s"
    val why    = status.failure.fold("")(problem => s"; ${Ending.oneLine(problem, LongestProblem)}")
    val missed = if status.missed == 0 then "" else s"; ${number(status.missed)} deleted before they were copied"
    s"follow: $step, ${number(status.records)} records, ${number(status.rate)} records/s; behind by " +
      s"${number(status.lag)} records$behind$missed$why"

  def json(status: FollowStatus): ujson.Obj = ujson.Obj(
    "step"         -> status.step.toString.toLowerCase(Locale.ROOT),
    "records"      -> ujson.Num(status.records.toDouble),
    "upTo"         -> ujson.Num(status.upTo.sequence.toDouble),
    "lag"          -> ujson.Num(status.lag.toDouble),
    "behindMillis" -> ujson.Num(status.behind.toMillis.toDouble),
    "rate"         -> ujson.Num(status.rate.toDouble),
    "missed"       -> ujson.Num(status.missed.toDouble),
    "failure"      -> status.failure.fold[ujson.Value](ujson.Null)(ujson.Str(_))
  )

  private def number(of: Long): String = "%,d".formatLocal(Locale.ROOT, of)
