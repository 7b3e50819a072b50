package brine.lab.studies.log

import brine.lab.page.*
import brine.lab.results.Results

/** One sentence per load of study `log` that durable stores ran: the fastest, and the next. */
final class LogVerdicts(all: List[Summary], results: Results):
  private val multiples = LogMultiples(results)
  private val durable   = multiples.durable.filterNot(_.startsWith("raw"))
  private val loads     = List("callers-1", "callers-16", "callers-256", "in-flight-1024", "in-flight-16384")

  def sentences: List[String] = caution.map(List(_)).getOrElse(loads.flatMap(sentence) ++ zeros)

  /** Replaces the verdict if other work disturbed the disk. */
  def caution: Option[String] = multiples.disturbed.map: reason =>
    s"The disk was busy with other work: $reason. Its multiples rank nothing; run it again on a quiet machine."

  private def sentence(name: String): Option[String] =
    val ranked = all
      .filter(s => s.study == LogStudy.name && s.name == name && s.op == "rate" && s.ok && durable(s.library))
      .flatMap(s => multiples.ofR(s).map(s.library -> _))
      .sortBy(-_._2.value)
    // Two rows of Brine are not compared with each other.
    val rivals =
      ranked.take(1) ++ ranked.drop(1).filterNot((name, _) => Ours.isOurs(name) && Ours.isOurs(ranked.head._1))
    val what = LogPrograms.program(name).fold(name)(_.described)
    rivals match
      case (first, most) :: (second, next) :: _ =>
        val figures = s"${Numbers.short(most.value)} R against ${Numbers.short(next.value)} R"
        Some(
          if most.value > next.value * clear then s"$what: $first is first in this run, $figures of $second."
          else s"$what: no clear winner between $first and $second (inconclusive: $figures)."
        )
      case _ => None

  /** Whether preallocating a file with zeros helps on this machine. */
  def zeros: Option[String] =
    def rate(library: String) =
      all
        .find(s => s.study == LogStudy.name && s.name == "callers-1" && s.library == library && s.op == "rate" && s.ok)
        .flatMap(multiples.ofR)
    for zeroed <- rate("raw"); extending <- rate("raw-extending")
    yield
      val figures = s"${Numbers.times(zeroed.value)} R against ${Numbers.times(extending.value)} R"
      if multiples.disturbed.nonEmpty then
        s"Whether preallocating a file with zeros helps is unknown: $figures, but the disk was busy with other work."
      else if zeroed.value > extending.value * clear then
        s"Preallocating a file with zeros helps on this file system: $figures of a file that grows."
      else if extending.value > zeroed.value * clear then
        s"Preallocating a file with zeros harms on this file system: $figures of a file that grows."
      else s"Preallocating a file with zeros makes no clear difference on this file system: $figures."

  /** A factor that exceeds noise, although there are too few children for an interval. */
  private val clear = 1.15
