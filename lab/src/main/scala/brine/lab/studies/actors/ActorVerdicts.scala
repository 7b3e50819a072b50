package brine.lab.studies.actors

import brine.lab.page.*
import brine.lab.statistics.{Comparison, NoiseBand}
import brine.lab.statistics.Comparison.Verdict

/** One sentence per program of study `actors`: the fastest runtime, and the distance to the next. */
final class ActorVerdicts(page: PageContext):
  private val study    = ActorsStudy.name
  private val band     = NoiseBand.of(page.results, study)
  private val variants = Variants.of(page.results, study)
  private val runs     = page.onJvm.filter(s => s.study == study && s.op == "run" && s.ok && s.time.nonEmpty)

  def sentences: List[String] =
    ActorPrograms.programs
      .filter(program => program.ops.contains("run"))
      .flatMap(program => wholeRun(program.name).orElse(sentence(program.name))) ++
      ActorPrograms.ranked.flatMap(delay)

  /** Who runs a program fastest, in a run whose runtimes took turns. */
  private def wholeRun(name: String): Option[String] =
    inTurns(name, "run", Ranking.Task("ran", "running it")).map(words => s"$name: $words.")

  /** Who answers soonest, in a run whose runtimes took turns. */
  private def delay(name: String, op: String): Option[String] =
    inTurns(name, op, Ranking.Task("answered", "answering")).map(words => s"$name, $op: $words.")

  private def inTurns(name: String, op: String, task: Ranking.Task): Option[String] =
    val cells   = page.results.study(study).filter(cell => cell.name == name && cell.op == op && cell.ok)
    val ranking = Ranking.of(page, study, task, List(name -> op))(isRate = op == "rate")
    Option.when(cells.nonEmpty && cells.forall(_.turns.nonEmpty) && ranking.places.sizeIs > 1)(ranking.words)

  private def sentence(name: String): Option[String] =
    val ranked = runs.filter(_.name == name).sortBy(_.time.get.value)
    // Variants of one library do not compete with each other for second place, unless a run has nothing else.
    val others = ranked.drop(1)
    val rival  = others.find(s => !variants.areSame(s.library, ranked.head.library))
    (ranked.headOption, rival.orElse(others.headOption)) match
      case (Some(first), Some(second)) =>
        Comparison
          .estimateRatio(Comparison.ratios(second.cells, first.cells))
          .map: ratio =>
            val spread  = if ratio.n == 1 then "" else s" [${Numbers.times(ratio.lo)}, ${Numbers.times(ratio.hi)}]"
            val figures = s"${Numbers.times(ratio.value)} times as long$spread"
            Comparison.verdict(ratio, band.band) match
              case Verdict.Slower => s"$name: ${first.library} is first; the next, ${second.library}, takes $figures."
              case Verdict.TooFew if ratio.lo > band.band.max(clear) =>
                s"$name: ${first.library} was first in this run; the next, ${second.library}, took $figures."
              case _ =>
                s"$name: no clear winner between ${first.library} and ${second.library} (inconclusive: $figures)."
      case (Some(only), None) => Some(s"$name: only ${only.library} finished.")
      case _                  => None

  /** A factor that exceeds noise, although there are too few children for an interval. */
  private val clear = 1.5
