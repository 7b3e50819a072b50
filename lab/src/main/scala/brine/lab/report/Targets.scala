package brine.lab.report

import brine.lab.report.Targets.*
import brine.lab.results.Results
import brine.lab.statistics.{NoiseBand, Statistics}
import brine.lab.studies.{BooksStudy, EvactorStudy, SiteStudy}

/** Brine's goals against this run's measurements. Times are wall time; processor time, which other work disturbs less,
  * is shown beside it.
  */
final class Targets(everywhere: List[Summary], results: Results):
  /** Goals are for the JVM; browser times are not comparable. */
  private val summaries = everywhere.filter(_.platform == "jvm")

  private val band      = NoiseBand.of(results)
  private val disturbed = Disturbance.of(results)
  private val cell      = summaries.map(s => (s.study, s.name, s.library, s.op) -> s).toMap
  private val libraries = summaries.map(_.library).distinct
  private val peers     = libraries.filterNot(name => isOurs(name) || isReference(name))
  private val reference = libraries.find(isReference)
  private val ours      = libraries.find(_ == mainRow).orElse(libraries.find(isOurs))

  private val dictionary = libraries.find(_ == dictionaryRow)

  /** Every goal, in the order of the design; empty if the run has no row of Brine. */
  def all: List[Target] = codec ++ ActorTargets(summaries, results).all ++ LogTargets(summaries, results).all

  private def codec: List[Target] = ours.toList.flatMap: us =>
    val site = Option.when(summaries.exists(_.study == "site"))(
      List(sizeLimits("size, bare", us, siteLimits), smallest(us, "site", SiteStudy.cases, "size against peers")) ++
        dictionary.toList.flatMap(row =>
          List(
            sizeLimits("size, dictionary on", row, dictionaryLimits),
            smallest(row, "site", SiteStudy.cases, "size against peers, dictionary on")
          )
        ) ++
        List("encode", "decode").map(op => timed(fastest(us, op, "site", SiteStudy.cases))) ++
        List("fory" -> 1.5, "boopickle" -> 3.0, "scalapb" -> 2.5).map((peer, factor) =>
          timed(timesFaster(us, peer, factor))
        ) ++
        List(
          reference.fold(unknown("time, hand-written reference", "not slower", "no such row in this run"))(other =>
            timed(notSlower(us, other))
          )
        ) ++
        List(encodeAllocation(us), decodeAllocation(us))
    )
    val evactor = Option.when(summaries.exists(_.study == "evactor"))(List(timed(halfOfKryo(us))))
    val books   = Option.when(summaries.exists(_.study == "books"))(
      smallest(us, "books", BooksStudy.cases, "size against peers") ::
        dictionary.toList.map(smallest(_, "books", BooksStudy.cases, "size against peers, dictionary on")) ++
        List("encode", "decode").map(op => timed(fastest(us, op, "books", BooksStudy.cases)))
    )
    site.toList.flatten ++ evactor.toList.flatten ++ books.toList.flatten ++ site.map(_ => startUp(us)).toList

  /** A disturbed run shows its times but neither meets nor misses a goal with them. */
  private def timed(target: Target): Target =
    disturbed.fold(target)(reason =>
      if target.met.isEmpty then target else target.copy(met = None, missedBy = s"not judged: $reason")
    )

  private def time(name: String, library: String, op: String, study: String = "site"): Option[Double] =
    cell.get((study, name, library, op)).filter(_.ok).flatMap(_.time).map(_.value)

  private def processor(name: String, library: String, op: String, study: String = "site"): Option[Double] =
    cell.get((study, name, library, op)).filter(_.ok).flatMap(_.cpuNs)

  private def size(name: String, library: String, study: String = "site"): Option[Double] =
    cell.get((study, name, library, "size")).filter(_.ok).flatMap(_.sizes).map(_.raw)

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

  private def smallest(us: String, study: String, cases: List[String], target: String): Target =
    val missed = for
      name <- cases
      mine <- size(name, us, study)
      best <- peers.flatMap(peer => size(name, peer, study).map(_ -> peer)).minOption
      if mine >= best._1
    yield s"$name ${Numbers.whole(mine)} B, ${best._2} ${Numbers.whole(best._1)} B"
    everyCell(
      named(study, target),
      "below every peer in every cell",
      cases.flatMap(size(_, us, study)).size,
      cases.size,
      missed
    )

  private def fastest(us: String, op: String, study: String, cases: List[String]): Target =
    val missed = for
      name <- cases
      mine <- time(name, us, op, study)
      best <- peers.flatMap(peer => time(name, peer, op, study).map(_ -> peer)).minOption
      if mine >= best._1
    yield s"$name ${Numbers.times(mine / best._1)} times ${best._2}"
    everyCell(
      named(study, s"time, $op"),
      s"$op faster than every peer in every cell",
      cases.flatMap(time(_, us, op, study)).size,
      cases.size,
      missed
    )

  private def named(study: String, target: String) = if study == "site" then target else s"$study, $target"

  private def everyCell(name: String, goal: String, measured: Int, all: Int, missed: List[String]): Target =
    if measured == 0 then unknown(name, goal, "no cell of ours was measured")
    else if peers.isEmpty then unknown(name, goal, "no peer was measured")
    else
      val met = if missed.nonEmpty then Some(false) else Option.when(measured == all)(true)
      Target(name, goal, s"${measured - missed.size} of $measured cells", met, missed.mkString("; "))

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
    val wall   = ratios(us, peer, time(_, _, _))
    val onCore = ratios(us, peer, processor(_, _, _))
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
    val wall   = ratios(us, other, time(_, _, _))
    val onCore = ratios(us, other, processor(_, _, _))
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
      found <- cell.get(("site", name, us, "encode"))
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
      .get(("site", "site-8k", us, "decode"))
      .flatMap(_.allocB)
      .fold(unknown("allocation, decode", goal, "not measured")): found =>
        val met = found <= site8kValue * (1 + allocationSlack)
        val by  = if met then "" else s"over by ${Numbers.percent(found / site8kValue - 1)}"
        Target("allocation, decode", goal, s"${Numbers.whole(found)} B", Some(met), by)

  private def halfOfKryo(us: String): Target =
    val goal = "out and in together at most half of kryo5 with a reused buffer"
    def both(library: String, figure: (String, String, String) => Option[Double]) =
      for
        out <- figure(EvactorStudy.perEvent, library, "encode")
        in  <- figure(EvactorStudy.perEvent, library, "decode")
      yield out + in
    val wall = (name: String, library: String, op: String) => time(name, library, op, "evactor")
    val core = (name: String, library: String, op: String) => processor(name, library, op, "evactor")
    (both(us, wall), both("kryo5", wall)) match
      case (Some(mine), Some(kryo)) =>
        val onCore = for a <- both(us, core); b <- both("kryo5", core)
        yield s" (processor time ${Numbers.times(a / b)})"
        val text =
          s"${Numbers.short(mine)} ns, kryo5 ${Numbers.short(kryo)} ns: ${Numbers.times(mine / kryo)} of it${onCore.getOrElse("")}"
        val by = if mine <= kryo / 2 then "" else s"over by ${Numbers.percent(2 * mine / kryo - 1)}"
        Target("evactor, per event", goal, text, Some(mine <= kryo / 2), by)
      case _ => unknown("evactor, per event", goal, "brine or kryo5 was not measured")

  private def startUp(us: String): Target =
    val goal  = "works with sun.misc.Unsafe memory access denied, prints no warning"
    val plain = cell.get(("site", "site-1k", us, "startup"))
    val deny  = cell.get(("site", "site-1k", us, "startup-deny"))
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

object Targets:
  /** One goal and its verdict.
    *
    * @param met
    *   none if this run cannot tell
    * @param missedBy
    *   where and by how much, or why the run cannot tell
    */
  final case class Target(name: String, goal: String, measured: String, met: Option[Boolean], missedBy: String)

  val mainRow       = "brine"
  val dictionaryRow = "brine-dictionary"

  /** Largest bare size of a site in bytes, in the study's order of sizes. */
  val siteLimits: List[Double] = List(440, 915, 1425, 2290, 22000)

  /** Largest size of a site with a dictionary in bytes, in the same order. */
  val dictionaryLimits: List[Double] = List(425, 875, 1370, 2150, 12100)

  /** Bytes of heap that the objects of the 8k site take. */
  val site8kValue = 11900.0

  /** Share of an operation's allocation that JMH's bookkeeping may add. */
  val allocationSlack = 0.01

  def isOurs(library: String): Boolean      = library.startsWith("brine")
  def isReference(library: String): Boolean = library.startsWith("reference")

  private[report] def unknown(name: String, goal: String, why: String): Target =
    Target(name, goal, "not measured", None, why)
