package brine.lab.studies.site

import brine.lab.page.{Numbers, PageContext, Target}
import brine.lab.page.Target.{allocationSlack, unknown}
import brine.lab.statistics.{NoiseBand, Statistics}
import brine.lab.studies.CodecTargets

/** Brine's goals in study `site`: sizes, times against peers, allocation, start-up. */
final class SiteTargets(page: PageContext):
  private val codec = CodecTargets(page, SiteStudy.name)
  import codec.*
  import SiteTargets.*

  /** Every goal; empty if the run has no row of Brine. */
  def all: List[Target] = ours.toList.flatMap: us =>
    List(sizeLimits("size, bare", us, siteLimits), smallest(us, SiteStudy.cases, "size against peers")) ++
      dictionary.toList.flatMap(row =>
        List(
          sizeLimits("size, dictionary on", row, dictionaryLimits),
          smallest(row, SiteStudy.cases, "size against peers, dictionary on")
        )
      ) ++
      List("encode", "decode").map(op => timed(fastest(us, op, SiteStudy.cases))) ++
      List("fory" -> 1.5, "boopickle" -> 3.0, "scalapb" -> 2.5).map((peer, factor) =>
        timed(timesFaster(us, peer, factor))
      ) ++
      List(
        reference.fold(unknown("time, hand-written reference", "not slower", "no such row in this run"))(other =>
          timed(notSlower(us, other))
        ),
        encodeAllocation(us),
        decodeAllocation(us),
        startUp(us)
      )

  private def sizeLimits(name: String, us: String, limits: List[Double]): Target =
    val found = SiteStudy.sizes.map(s => size(s"site-$s", us))
    val text  = found.map(_.fold("none")(Numbers.whole)).mkString(" / ") + " B"
    val goal  = "sites at most " + limits.map(limit => Numbers.whole(limit)).mkString(" / ") + " B"
    if found.exists(_.isEmpty) then unknown(name, goal, "not every site was measured")
    else
      val over = found.flatten
        .zip(limits)
        .zip(SiteStudy.sizes)
        .collect:
          case ((bytes, limit), size) if bytes > limit => s"$size by ${Numbers.percent(bytes / limit - 1)}"
      Target(
        name,
        goal,
        text,
        Some(over.isEmpty),
        if over.isEmpty then "" else "over at " + over.mkString(", ")
      )

  private def ratios(us: String, other: String, figure: (String, String, String) => Option[Double]): List[Double] =
    for
      name   <- SiteStudy.cases
      op     <- List("encode", "decode")
      mine   <- figure(name, us, op)
      theirs <- figure(name, other, op)
    yield theirs / mine

  private def timesFaster(us: String, peer: String, factor: Double): Target =
    val name   = s"time, against $peer"
    val goal   = s"geometric mean over site at least ${Numbers.times(factor)} times faster"
    val wall   = ratios(us, peer, time)
    val onCore = ratios(us, peer, processor)
    if wall.isEmpty then unknown(name, goal, s"$peer was not measured")
    else
      val mean = Statistics.geometricMean(wall)
      val by   = if mean >= factor then "" else s"short by ${Numbers.percent(1 - mean / factor)}"
      Target(
        name,
        goal,
        s"${Numbers.times(mean)} times over ${wall.size} cells${core(onCore)}",
        Some(mean >= factor),
        by
      )

  private def core(ratios: List[Double]): String =
    if ratios.isEmpty then "" else s" (processor time ${Numbers.times(Statistics.geometricMean(ratios))})"

  private def notSlower(us: String, other: String): Target =
    val goal   = s"not slower than $other"
    val wall   = ratios(us, other, time)
    val onCore = ratios(us, other, processor)
    if wall.isEmpty then unknown("time, hand-written reference", goal, s"$other was not measured")
    else
      val mean  = 1 / Statistics.geometricMean(wall)
      val worst = 1 / wall.min
      val text  = s"${Numbers.times(mean)} times its time, worst cell ${Numbers.times(worst)}${core(onCore.map(1 / _))}"
      // A difference within the machine's noise neither meets nor misses a goal; a minimum band applies to every
      // machine.
      val (met, by) =
        if mean <= NoiseBand.least then Some(true) -> ""
        else if mean <= band.band then None -> s"within the noise band of ${Numbers.short(band.percent)} %"
        else Some(false)                    -> s"slower by ${Numbers.percent(mean - 1)}"
      Target("time, hand-written reference", goal, text, met, by)

  /** An array of L bytes takes 16 + L bytes, rounded up to 8: at most 23 bytes more than its content, per value. */
  private def encodeAllocation(us: String): Target =
    val over = for
      name  <- SiteStudy.cases
      found <- cell.get((name, us, "encode"))
      alloc <- found.allocB
      bytes <- size(name, us)
      most = bytes + 23.0 * found.n.getOrElse(1)
    yield (name, alloc, most, alloc / most)
    val goal = "encode allocates the result only"
    if over.isEmpty then unknown("allocation, encode", goal, "not measured")
    else
      val worst  = over.maxBy(_._4)
      val missed = over.filter(_._4 > 1 + allocationSlack)
      val text   = s"worst ${worst._1}: ${Numbers.whole(worst._2)} B for a result of ${Numbers.whole(worst._3)} B"
      Target(
        "allocation, encode",
        goal,
        text,
        Some(missed.isEmpty),
        missed.map(m => s"${m._1} by ${Numbers.percent(m._4 - 1)}").mkString(", ")
      )

  private def decodeAllocation(us: String): Target =
    val goal = s"decode allocates not more than the value: 8k site ${Numbers.whole(site8kValue)} B"
    cell
      .get(("site-8k", us, "decode"))
      .flatMap(_.allocB)
      .fold(unknown("allocation, decode", goal, "not measured")): found =>
        val met = found <= site8kValue * (1 + allocationSlack)
        val by  = if met then "" else s"over by ${Numbers.percent(found / site8kValue - 1)}"
        Target("allocation, decode", goal, s"${Numbers.whole(found)} B", Some(met), by)

  private def startUp(us: String): Target =
    val goal  = "works with sun.misc.Unsafe memory access denied, prints no warning"
    val plain = cell.get(("site-1k", us, "startup"))
    val deny  = cell.get(("site-1k", us, "startup-deny"))
    (plain, deny) match
      case (Some(first), Some(second)) =>
        val warnings = (first.cells ++ second.cells).flatMap(_.warnings).sum
        val met      = first.ok && second.ok && warnings == 0
        val text     =
          s"${first.time.fold("no time")(t => Numbers.short(t.value) + " ms")}, denied: ${second.status}, warnings: $warnings"
        Target(
          "start-up",
          goal,
          text,
          Some(met),
          if met then "" else List(first.note, second.note).filter(_.nonEmpty).mkString("; ")
        )
      case _ => unknown("start-up", goal, "not measured, or a JDK without the switch")

object SiteTargets:
  /** Largest bare size of a site in bytes, in the study's order of sizes. */
  val siteLimits: List[Double] = List(440, 915, 1425, 2290, 22000)

  /** Largest size of a site with a dictionary in bytes, in the same order. */
  val dictionaryLimits: List[Double] = List(425, 875, 1370, 2150, 12100)

  /** Bytes of heap that the objects of the 8k site take. */
  val site8kValue = 11900.0
