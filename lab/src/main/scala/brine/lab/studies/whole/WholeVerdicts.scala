package brine.lab.studies.whole

import brine.lab.page.*

/** One sentence per load, and one for each restart: the fastest, and the next. Others say what entities cost beyond the
  * log beneath them.
  */
final class WholeVerdicts(page: PageContext):
  private val study   = WholeStudy.name
  private val figures = WholeFigures(page.results)
  private val found   = page.onJvm.filter(summary => summary.study == study && summary.ok)

  def sentences: List[String] =
    caution.toList ++ WholePrograms.loads.filter(load => isJudged(load.name)).flatMap(sentence) ++
      WholePrograms.restarts.flatMap(restarted) ++ beyondLog

  private def inTurns(name: String) =
    found.exists(summary => summary.name == name && summary.cells.exists(_.turns.nonEmpty))

  private def isJudged(name: String) = figures.disturbed.isEmpty || inTurns(name)

  /** Replaces the verdicts on cells that took no turns if other work disturbed the disk. */
  private def caution: Option[String] = figures.disturbed.map: reason =>
    s"The disk was busy with other work: $reason. Cases that took no turns rank nothing; run them again on a quiet " +
      "machine."

  private def sentence(load: WholePrograms.Load): Option[String] =
    val ranking = WholeStudy.ranking(page, figures, load.name)
    Option.when(ranking.places.sizeIs > 1)(s"${load.described.capitalize}: ${ranking.words}.")

  /** Whoever is first again after a restart. */
  private def restarted(restart: WholePrograms.Restart): Option[String] =
    val ranking = Ranking.of(
      page,
      study,
      Ranking.Task("was ready again", "being ready again"),
      List(restart.name -> "time")
    )(cell => Option.when(!figures.alone(cell.library))(cell))
    Option.when(ranking.places.sizeIs > 1)(s"A restart with ${restart.described}${scaled(restart)}: ${ranking.words}.")

  private def scaled(restart: WholePrograms.Restart) =
    found.find(_.name == restart.name).filter(_.note.nonEmpty).fold("")(summary => s" (${summary.note})")

  /** The share of the log's own rate that entities reach, for the same callers. */
  private def beyondLog: List[String] =
    for
      load  <- WholePrograms.loads if inTurns(load.name)
      ratio <- WholeVerdicts.ofLog(found, load.name)
    yield s"${load.described.capitalize}: brine executes ${Numbers.withInterval(ratio)} times the commands a second " +
      "that its log appends without entities."

object WholeVerdicts:
  import brine.lab.statistics.Statistics.Estimate

  /** The rate of our entities over that of their log for the same callers. */
  private[whole] def ofLog(found: List[Summary], load: String): Option[Estimate] =
    over(found, load, Ours.mainRow, WholeStudy.logAlone)

  /** The rate of one row over that of another in the same rounds. */
  private[whole] def over(found: List[Summary], load: String, row: String, base: String): Option[Estimate] =
    def cells(library: String) =
      found
        .filter(summary => summary.name == load && summary.library == library && summary.op == "rate")
        .flatMap(_.cells)
    val (ours, others) = (cells(row), cells(base))
    // The ratio of times, for which a rate of half counts as twice the time: the other way round.
    if ours.isEmpty || others.isEmpty then None else Ratio.of(List(others), List(ours), isRate = true)
