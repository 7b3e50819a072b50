package brine.lab.studies.evactor

import brine.lab.page.{Numbers, PageContext, Target}
import brine.lab.page.Target.unknown
import brine.lab.studies.CodecTargets

/** Brine's goal in study `evactor`: the cost of one event. */
final class EvactorTargets(page: PageContext):
  private val codec = CodecTargets(page, EvactorStudy.name)
  import codec.*

  /** Every goal; empty if the run has no row of Brine. */
  def all: List[Target] = ours.toList.map(us => timed(halfOfKryo(us)))

  private def halfOfKryo(us: String): Target =
    val goal = "out and in together at most half of kryo5 with a reused buffer"
    def both(library: String, figure: (String, String, String) => Option[Double]) =
      for
        out <- figure(EvactorStudy.perEvent, library, "encode")
        in  <- figure(EvactorStudy.perEvent, library, "decode")
      yield out + in
    (both(us, time), both("kryo5", time)) match
      case (Some(mine), Some(kryo)) =>
        val onCore = for a <- both(us, processor); b <- both("kryo5", processor)
        yield s" (processor time ${Numbers.times(a / b)})"
        val text =
          s"${Numbers.short(mine)} ns, kryo5 ${Numbers.short(kryo)} ns: ${Numbers.times(mine / kryo)} of it${onCore.getOrElse("")}"
        val by = if mine <= kryo / 2 then "" else s"over by ${Numbers.percent(2 * mine / kryo - 1)}"
        Target("evactor, per event", goal, text, Some(mine <= kryo / 2), by)
      case _ => unknown("evactor, per event", goal, "brine or kryo5 was not measured")
