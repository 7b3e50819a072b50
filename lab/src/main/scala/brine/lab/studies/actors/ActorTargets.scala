package brine.lab.studies.actors

import brine.lab.page.*
import brine.lab.page.Target.unknown
import brine.lab.results.Results
import brine.lab.statistics.NoiseBand

/** The goals of Brine's actors, judged by ratios within this run. If the run is scaled, a limit for a published size is
  * judged per actor or message.
  */
final class ActorTargets(summaries: List[Summary], results: Results):
  private val study = ActorsStudy.name
  private val cell  = summaries.filter(_.study == study).map(s => (s.name, s.library, s.op) -> s).toMap
  private val us    = Ours.mainRow
  private val akka  = List("akka-classic", "akka-typed", "pekko-classic", "pekko-typed")
  private val pekko = List("pekko-classic", "pekko-typed")
  private val actr  = "actr"
  private val smoke = results.mode == "smoke"

  /** A runtime may differ from itself by this factor; a few short runs vary more than runs timed by JMH. */
  private val unsteady = 2.0

  def all: List[Target] =
    if !cell.exists { case ((_, library, _), _) => library == us } then Nil
    else
      List(
        faster("sequential", akka, 200, ", every one"),
        againstActr("sequential", 8),
        most(
          "actors, sequential, time",
          "1M actors in at most 150 ms",
          "sequential",
          "run",
          150.0,
          scaledTo = Some(1000000)
        ),
        best("parallel", 4),
        best("parallel-parallelgc", 4),
        faster("merge-sort", akka, 6, ", every one"),
        againstActr("merge-sort", 4),
        faster("ping-pong", akka, 5, ", every one"),
        most("actors, 1000 sleepers", "at most 1.15 times the sleep of 100 ms", "sleeping-1000x100ms", "run", 115),
        most("actors, 100,000 sleepers", "at most 3 times the sleep of 100 ms", "sleeping-100000x100ms", "run", 300),
        most("actors, idle", "at most 56 B of heap with 8 B of state", "idle-1M", "bytes", 56),
        most("actors, allocation, light", "at most 24 B a message beyond its payload", "ping-pong", "allocation", 24),
        most("actors, allocation, burst", "at most 8 B a message beyond its payload", "parallel", "allocation", 8),
        most("actors, stop", "1M idle actors in at most 150 ms", "idle-1M", "stop", 150, scaledTo = Some(1000000)),
        most("actors, cold start", "create, one message, stop in at most 30 ms", "startup", "run", 30)
      ) ++ List("ask-chained", "ask-threads").map(asks) ++ ActorDelays.all.map(delay)

  private def value(name: String, library: String, op: String): Option[Double] =
    cell.get((name, library, op)).filter(_.ok).flatMap(_.time).map(_.value)

  /** Why the times of this run must not be judged, if so; bytes may always be judged. */
  private val disturbed: Option[String] =
    val band = List(NoiseBand.of(results, study), NoiseBand.inTurns(results, study)).maxBy(_.band)
    if smoke then Some("a smoke run does not measure")
    else if band.band > unsteady then Some(s"brine differed from itself by ${Numbers.short(band.percent)} %")
    else if Disturbance.shortened(results) then Some("the machine was too slow for the plan")
    else None

  private def timed(target: Target): Target =
    disturbed.fold(target)(reason =>
      if target.met.isEmpty then target else target.copy(met = None, missedBy = s"not judged: $reason")
    )

  private def judged(target: Target): Target =
    if smoke && target.met.nonEmpty then target.copy(met = None, missedBy = s"not judged: ${disturbed.get}") else target

  /** Our time against that of each of the others; the smallest ratio decides. */
  private def faster(name: String, others: List[String], factor: Double, which: String): Target =
    val target = s"actors, $name, against Akka and Pekko"
    val goal   = s"at least ${Numbers.short(factor)} times faster$which"
    ratios(name, others) match
      case Nil    => unknown(target, goal, "none of them was measured beside brine")
      case ratios =>
        val (least, library) = ratios.min
        timed(
          Target(
            target,
            goal,
            ratios.map((ratio, other) => s"$other ${Numbers.short(ratio)}").mkString(", ") + " times" + scaled(name),
            Some(least >= factor),
            if least >= factor then "" else s"$library: ${Numbers.short(least)} times"
          )
        )

  private def ratios(name: String, others: List[String]): List[(Double, String)] =
    for
      other  <- others
      mine   <- value(name, us, "run").toList
      theirs <- value(name, other, "run")
    yield theirs / mine -> other

  private def best(name: String, factor: Double): Target =
    val target = s"actors, $name"
    val goal   =
      s"at least ${Numbers.short(factor)} times faster than the best of Akka, Pekko, actr; unproven beyond two cores"
    ratios(name, akka :+ actr) match
      case Nil    => unknown(target, goal, "none of them was measured beside brine")
      case ratios =>
        val (least, library) = ratios.min
        val absent           = if ratios.exists(_._2 == actr) then "" else "; actr was not here to be compared"
        timed(
          Target(
            target,
            goal,
            s"${Numbers.short(least)} times faster than $library" + scaled(name),
            Some(least >= factor),
            (if least >= factor then "" else s"short by ${Numbers.percent(1 - least / factor)}") + absent
          )
        )

  /** actr has no Maven artifact. Without its jar, only its published time in proportion to Akka's is known, which
    * proves nothing.
    */
  private def againstActr(name: String, factor: Double): Target =
    val target = s"actors, $name, against actr"
    val goal   = s"at least ${Numbers.short(factor)} times faster"
    (ratios(name, List(actr)).headOption, ratios(name, List("akka-classic")).headOption) match
      case (Some((ratio, _)), _) =>
        val by = if ratio >= factor then "" else s"short by ${Numbers.percent(1 - ratio / factor)}"
        timed(Target(target, goal, s"${Numbers.short(ratio)} times faster" + scaled(name), Some(ratio >= factor), by))
      case (None, Some((ratio, _))) =>
        def published(row: String) =
          ActorsPublished.all.find(figure => figure.name == name && figure.row == row).get.seconds
        val proportion = published("akka-classic") / published(actr)
        Target(
          target,
          goal,
          s"${Numbers.short(ratio / proportion)} times, if actr kept its published distance from Akka",
          None,
          s"actr is not here: as published in 2020, Akka took ${Numbers.times(proportion)} times actr's time on another machine and JDK; " +
            "only a run with --peer-jar actr=JAR can tell"
        )
      case _ => unknown(target, goal, "neither actr nor Akka was measured beside brine")

  /** A figure of ours and its upper limit.
    *
    * @param scaledTo
    *   size that the limit is for; a figure of another size is scaled in proportion
    */
  private def most(
      target: String,
      goal: String,
      name: String,
      op: String,
      limit: Double,
      scaledTo: Option[Int] = None
  ): Target =
    cell.get((name, us, op)).filter(_.ok) match
      case Some(summary) if summary.time.nonEmpty =>
        val measured = summary.time.get.value
        val size     = summary.n.getOrElse(1)
        val figure   = scaledTo.fold(measured)(wanted => measured / size * wanted)
        val shown    = s"${Numbers.short(measured)} ${summary.unit}" + scaledTo
          .filter(_ != size)
          .fold("")(_ => s" for ${Numbers.whole(size)}: ${Numbers.short(figure)} ${summary.unit} in proportion")
        val told   = shown + (if scaledTo.isEmpty then scaled(name) else "")
        val bytes  = summary.unit.startsWith("B")
        val most   = if bytes then limit * (1 + Target.allocationSlack) else limit
        val by     = if figure <= most then "" else s"over by ${Numbers.percent(figure / limit - 1)}"
        val result = Target(target, goal, told, Some(figure <= most), by)
        // In a small run the system's start and stop weigh more, so only a figure within the limit proves something.
        if figure > most && scaledTo.exists(_ != size) then
          result.copy(met = None, missedBy = s"not judged: the run is scaled, and its fixed costs with it")
        else if bytes then judged(result)
        else timed(result)
      case other => unknown(target, goal, other.fold("not measured")(_.note))

  private def asks(name: String): Target =
    val target = s"actors, $name"
    val goal   = "p50 and p99.9 at or below Pekko's under the same load"
    val both   = for
      op    <- List("p50", "p99.9")
      mine  <- value(name, us, op)
      least <- pekko.flatMap(other => value(name, other, op)).minOption
    yield (op, mine, least)
    if both.sizeIs < 2 then unknown(target, goal, "brine or Pekko was not measured")
    else
      val over = both.filter((_, mine, least) => mine > least)
      timed(
        Target(
          target,
          goal,
          both
            .map((op, mine, least) => s"$op ${Numbers.short(mine)} µs, Pekko's better ${Numbers.short(least)} µs")
            .mkString("; "),
          Some(over.isEmpty),
          over.map((op, mine, least) => s"$op by ${Numbers.percent(mine / least - 1)}").mkString(", ")
        )
      )

  private def delay(wanted: ActorDelays.Wanted): Target =
    val target = s"actors, ${wanted.described}"
    val goal   = "at or below Pekko typed's"
    (value(wanted.name, us, wanted.op), value(wanted.name, "pekko-typed", wanted.op)) match
      case (Some(mine), Some(theirs)) =>
        // What differs by less than the clock and the scheduler of the operating system resolve is equal.
        val isMet = mine <= theirs + wanted.resolution
        val unit  = if wanted.op == "run" then "ms" else "µs"
        val told  = s"${Numbers.short(mine)} $unit, Pekko typed ${Numbers.short(theirs)} $unit" + scaled(wanted.name)
        timed(
          Target(target, goal, told, Some(isMet), if isMet then "" else s"by ${Numbers.percent(mine / theirs - 1)}")
        )
      case _ => unknown(target, goal, "brine or Pekko typed was not measured")

  private def scaled(name: String): String =
    if results.mode == "full" || !ActorPrograms
        .program(name)
        .exists(program => program.sizes.quick != program.sizes.full)
    then ""
    else " (scaled)"
