package brine.lab.studies

import brine.lab.page.{Ours, PageContext, Ranking}

/** The sentences of a codec study, derived from the figures. */
final class CodecVerdicts(page: PageContext, study: Study, cases: List[String]):
  private val summaries = page.onJvm.filter(_.study == study.name)

  def all: List[String] = smallest.toList ++ fastest

  /** The fastest to write and the fastest to read. */
  def fastest: List[String] = List("encode", "decode").flatMap(leader)

  /** Who is first over all cases that the run timed. */
  private def leader(op: String): Option[String] =
    val timed = cases.filter(name => summaries.exists(s => s.name == name && s.op == op && s.ok && s.time.nonEmpty))
    val task  = if op == "encode" then Ranking.Task("wrote", "writing") else Ranking.Task("read", "reading")
    Option.when(timed.nonEmpty):
      val over = if timed.sizeIs == 1 then s"Case ${timed.head}" else s"${timed.size} cases (geometric mean)"
      s"$over: ${Ranking.of(page, study.name, task, timed.map(_ -> op))().words}."

  /** Sizes do not vary, so they need no interval. */
  def smallest: Option[String] =
    val sizes =
      summaries.filter(s => s.op == "size" && s.ok && !Ours.isReference(s.library))
    val best = cases.flatMap: name =>
      val found = for summary <- sizes if summary.name == name; figure <- summary.sizes
      yield figure.raw -> summary.library
      // Libraries of equal size share the case.
      found.map(_._1).minOption.map(least => found.collect { case (`least`, library) => library }.mkString(" and "))
    Option.when(best.nonEmpty):
      val counted = best.groupBy(identity).view.mapValues(_.size).toList.sortBy(-_._2)
      s"Smallest: " + counted.map((library, cells) => s"$library in $cells of ${best.size} cases").mkString(", ") + "."
