package brine.lab.studies.log

import brine.lab.page.*
import brine.lab.page.Target.unknown
import brine.lab.results.Results
import brine.lab.statistics.Statistics.Estimate

/** The goals of Brine's journal, in multiples of the disk's limits in the same run. */
final class LogTargets(summaries: List[Summary], results: Results):
  private val study     = LogStudy.name
  private val us        = Ours.mainRow
  private val prepared  = s"$us-prepared"
  private val cell      = summaries.filter(_.study == study).map(s => (s.name, s.library, s.op) -> s).toMap
  private val multiples = LogMultiples(results)

  def all: List[Target] =
    if !cell.exists { case ((_, library, _), _) => library == us } then Nil
    else
      List(
        inR("log, one caller, Disk", "callers-1", 0.85),
        inR("log, 16 callers", "callers-16", 7),
        inR("log, 256 virtual-thread callers", "callers-256", 60),
        inR("log, 1,024 in flight", "in-flight-1024", 120),
        inR("log, 16,384 in flight", "in-flight-16384", 400),
        inB("log, bandwidth of 256 B events", "in-flight-16384", 0.35),
        inB("log, bandwidth of 64 KiB events", "bandwidth-64k", 0.85),
        absolute("log, OsCache", "at least 3 M records/s", "os-cache", "rate", _ >= 3e6, 3e6),
        absolute(
          "log, disk overhead",
          "at most 10 B for an event of 256 in groups of 16",
          "overhead",
          "bytes",
          _ <= 10,
          10
        ),
        absolute("log, recovery", "at least 10 M records/s by one core, warm", "recovery", "recover", _ >= 1e7, 1e7),
        absolute(
          "log, garbage on the append path",
          "0 B for a record, in flight; under 16 B counts as none, as the producer's own is in it",
          "in-flight-16384",
          "allocation",
          _ < 16,
          16
        ),
        flat,
        integers
      ) ++ (if cell.exists { case ((_, library, _), _) => library == prepared } then ofPrepared else Nil)

  /** Goals that new disk space would bound, judged by the row whose space is preallocated, as that of the limits is. */
  private def ofPrepared: List[Target] = List(
    inR("log, 256 virtual-thread callers, space prepared", "callers-256", 60, prepared),
    inR("log, 1,024 in flight, space prepared", "in-flight-1024", 120, prepared),
    inR("log, 16,384 in flight, space prepared", "in-flight-16384", 400, prepared),
    inB("log, bandwidth of 256 B events, space prepared", "in-flight-16384", 0.35, prepared),
    inB("log, bandwidth of 64 KiB events, space prepared", "bandwidth-64k", 0.85, prepared),
    absolute("log, OsCache, space prepared", "at least 3 M records/s", "os-cache", "rate", _ >= 3e6, 3e6, prepared)
  )

  /** Why the rates of this run must not be judged, if so; bytes may always be judged. */
  private val disturbed: Option[String] =
    if results.mode == "smoke" then Some("a smoke run does not measure")
    else multiples.disturbed

  /** A target as far as the run may judge it. Turns hold on a disk that other work disturbs. */
  private def timed(target: Target, inTurns: Boolean = false): Target =
    disturbed
      .filterNot(_ => inTurns && results.mode != "smoke")
      .fold(target): reason =>
        if target.met.isEmpty then target else target.copy(met = None, missedBy = s"not judged: $reason")

  private def inR(target: String, name: String, least: Double, row: String = us) =
    in(target, name, least, row, "R", multiples.ofR)
  private def inB(target: String, name: String, least: Double, row: String = us) =
    in(target, name, least, row, "B", multiples.ofB)

  private def in(
      target: String,
      name: String,
      least: Double,
      row: String,
      unit: String,
      multiple: Summary => Option[Estimate]
  ) =
    val goal = s"at least ${Numbers.short(least)} $unit"
    cell.get((name, row, "rate")) match
      case Some(summary) if summary.ok =>
        multiple(summary).fold(unknown(target, goal, s"measurements of $unit are missing or not comparable")): found =>
          val met = found.value >= least
          timed(
            Target(
              target,
              goal,
              s"${Numbers.short(found.value)} $unit (${Numbers.short(summary.time.get.value)} ${summary.unit})${best(name, unit, multiple)}",
              Some(met),
              if met then "" else s"short by ${Numbers.percent(1 - found.value / least)}"
            ),
            summary.cells.forall(_.beside.nonEmpty)
          )
      case other => unknown(target, goal, other.fold("not measured")(_.note))

  /** The best other durable row, for comparison. */
  private def best(name: String, unit: String, multiple: Summary => Option[Estimate]): String =
    val others = for
      row     <- multiples.durable.toList if !Ours.isOurs(row) && !row.startsWith("raw")
      summary <- cell.get((name, row, "rate")) if summary.ok
      found   <- multiple(summary)
    yield found.value -> row
    others.maxOption.fold("")((value, library) => s"; the best other, $library, ${Numbers.short(value)} $unit")

  private def absolute(
      target: String,
      goal: String,
      name: String,
      op: String,
      met: Double => Boolean,
      limit: Double,
      row: String = us
  ): Target =
    cell.get((name, row, op)) match
      case Some(summary) if summary.ok && summary.time.nonEmpty =>
        val value  = summary.time.get.value
        val by     = if met(value) then "" else s"${Numbers.short(value / limit)} times the goal's figure"
        val result = Target(target, goal, s"${Numbers.short(value)} ${summary.unit}", Some(met(value)), by)
        if summary.unit.startsWith("B/") && results.mode != "smoke" then result else timed(result)
      case other => unknown(target, goal, other.fold("not measured")(_.note))

  private def points: List[(Int, Summary)] =
    cell.toList
      .collect:
        case ((name, library, "records"), summary) if library == us && LogPrograms.isCunningham(name) && summary.ok =>
          summary.n.map(_ -> summary)
      .flatten
      .sortBy(_._1)

  /** Records per second in the program of 2001, for up to a thousand Integers. */
  private def flat: Target =
    val target = "log, Cunningham's run, flat"
    val goal   = "at least 0.8 R at every size up to 1,000 Integers"
    val found  = for
      (n, summary) <- points if n <= 1000
      multiple     <- multiples.ofR(summary)
    yield n -> multiple.value
    if found.isEmpty then unknown(target, goal, "not measured")
    else
      val (n, least) = found.minBy(_._2)
      timed(
        Target(
          target,
          goal,
          s"at the least ${Numbers.short(least)} R, with $n",
          Some(least >= 0.8),
          if least >= 0.8 then "" else s"short by ${Numbers.percent(1 - least / 0.8)}"
        )
      )

  private def integers: Target =
    val target = "log, Cunningham's run, 10,000 Integers"
    val goal   = "at least 50 M Integers/s"
    points.filter((n, _) => n > 9000 && n < 11000).headOption match
      case Some((n, summary)) =>
        val rate = summary.time.get.value * n
        val by   = if rate >= 5e7 then "" else s"short by ${Numbers.percent(1 - rate / 5e7)}"
        timed(Target(target, goal, s"${Numbers.short(rate / 1e6)} M/s with $n", Some(rate >= 5e7), by))
      case None => unknown(target, goal, "not measured")
