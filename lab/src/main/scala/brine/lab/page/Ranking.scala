package brine.lab.page

import brine.lab.page.Ranking.*
import brine.lab.results.Cell
import brine.lab.statistics.{NoiseBand, Standing, Statistics}
import brine.lab.statistics.Statistics.Estimate

/** The rows that finished the same cases, the fastest first, and whether the first is really ahead.
  *
  * @param task
  *   what was done
  * @param cells
  *   the cells of each row, by case, in the same order of cases
  * @param band
  *   the machine's noise
  * @param isRate
  *   whether larger figures are better
  * @param doubt
  *   why this run decides nothing, if so
  * @param excuse
  *   what may have kept the run from deciding more, if it did
  * @param variants
  *   which of the rows are variants of one library
  */
final class Ranking(
    val task: Task,
    cells: Map[String, List[List[Cell]]],
    band: NoiseBand,
    isRate: Boolean = false,
    doubt: Option[String] = None,
    excuse: Option[String] = None,
    val variants: Variants = Variants(Nil)
):
  /** Every row, with its time in multiples of the fastest. */
  val places: List[Place] =
    // The medians find a row to compare with; the ratios to it, which are steadier, make the order.
    val some = cells.toList.sortBy((library, own) => (means(own), library)).headOption
    some.fold(Nil): (library, _) =>
      val found = placesBehind(library)
      // Each comparison is a bootstrap, so a second round of them is made only if another row turns out to be first.
      val first = found.minBy(place => (place.ratio.value, place.library != library, place.library)).library
      if first == library then found else placesBehind(first)

  private def placesBehind(first: String): List[Place] =
    cells.keys.toList
      .flatMap(name => against(name, first).map(Place(name, _, figure(cells(name)))))
      .sortBy(place => (place.library != first, place.ratio.value, place.library))

  /** The unit of the rows' figures; empty if nobody finished. */
  def unit: String = cells.values.flatten.flatten.flatMap(_.unit).headOption.getOrElse("")

  private def figure(own: List[List[Cell]]): Double =
    Statistics.geometricMean(own.map(of => Statistics.median(of.flatMap(_.value))))

  private def means(own: List[List[Cell]]): Double = if isRate then 1 / figure(own) else figure(own)

  private def against(row: String, base: String): Option[Estimate] =
    if row == base then Some(one)
    else Ratio.of(cells(row), cells(base), isRate).orElse(Ratio.through(row, base, cells, isRate))

  /** The next library after the first: no other variant of that one, unless a run has nothing else. */
  def next: Option[Place] =
    val rivals = places.drop(1)
    rivals.find(place => !variants.areSame(place.library, places.head.library)).orElse(rivals.headOption)

  /** What the run says of first and second place. */
  def outcome: Outcome = (places.headOption, next, doubt) match
    case (None, _, _)                      => Outcome.Nobody
    case (Some(first), None, _)            => Outcome.Alone(first.library)
    case (_, Some(_), Some(reason))        => Outcome.Open(reason)
    case (Some(first), Some(second), None) => judged(first, second)

  private def judged(first: Place, second: Place): Outcome =
    val ratio = second.ratio
    Standing.of(ratio, band.band) match
      case Standing.Apart                   => Outcome.Ahead(first.library, second.library, ratio)
      case Standing.Level(within, _)        => Outcome.Level(first.library, second.library, (within - 1) * 100)
      case Standing.Open if !ratio.interval =>
        Outcome.Open(if ratio.n == 1 then "one start of the JVMs is too few"
        else s"${ratio.n} starts of the JVMs are too few")
      case Standing.Open if band.band > Standing.widest =>
        Outcome.Open(s"a library differed from itself by ${Numbers.short(band.percent)} %")
      case Standing.Open =>
        Outcome.Open(s"${second.library} takes ${Numbers.withInterval(ratio)} times as long as ${first.library}")

  /** First and second place if more turns or starts may decide between them; empty otherwise. */
  def contested: List[String] =
    val isOpen = doubt.isEmpty && next.exists(second => Standing.of(second.ratio, band.band).isUnsettled)
    if isOpen then places.headOption.toList.map(_.library) ++ next.map(_.library) else Nil

  /** The same cases with some of the rows. */
  def only(libraries: Set[String]): Ranking =
    Ranking(task, cells.filter((library, _) => libraries(library)), band, isRate, doubt, excuse, variants)

  /** How long one row takes in multiples of another, and what the run says of the two; `None` if it says nothing of any
    * two rows, or if these never met.
    */
  def between(row: String, base: String): Option[(Estimate, Standing)] =
    if doubt.nonEmpty then None
    else against(row, base).map(ratio => ratio -> Standing.of(ratio, band.band))

  /** Names and operations of the cases. */
  def cases: Set[(String, String)] = cells.values.flatten.flatten.map(cell => cell.name -> cell.op).toSet

  /** The answer as a clause. */
  def words: String = outcome match
    case Outcome.Ahead(first, second, ratio) =>
      s"$first ${task.past} ${Numbers.withInterval(ratio)} times faster than $second, the next"
    case Outcome.Level(first, second, percent) =>
      s"in ${task.noun}, $first and $second are level within ${Ranking.atMost(percent)} %"
    case Outcome.Open(reason) =>
      s"in ${task.noun}, the first place is not decided: $reason" +
        excuse.filter(_ => doubt.isEmpty).fold("")(", and " + _)
    case Outcome.Alone(first) => s"in ${task.noun}, only $first finished"
    case Outcome.Nobody       => s"nobody finished ${task.noun}"

object Ranking:
  /** What was done, such as `wrote` and `writing`. */
  final case class Task(past: String, noun: String)

  /** One row.
    *
    * @param ratio
    *   its time in multiples of the fastest row's
    * @param figure
    *   its figure in the run's unit, the geometric mean over the cases
    */
  final case class Place(library: String, ratio: Estimate, figure: Double)

  enum Outcome:
    /** The second takes `ratio` times as long as the first; the interval is clear of the noise. */
    case Ahead(first: String, second: String, ratio: Estimate)

    /** The run shows neither to be ahead; they differ by at most this many percent. */
    case Level(first: String, second: String, percent: Double)

    /** The run says nothing of their order, nor how close they are. */
    case Open(reason: String)
    case Alone(first: String)
    case Nobody

  private val one = Estimate(1, 1, 1, 1, false)

  /** A limit in whole percent, never below the limit itself but for what a division loses. */
  private[page] def atMost(percent: Double): String = Numbers.whole(math.ceil(percent - 1e-9).max(1))

  /** The rows of a study that finished all of some cases, on the JVM.
    *
    * @param cases
    *   names and operations
    * @param figure
    *   a cell as it is compared; `None` leaves it out
    */
  def of(page: PageContext, study: String, task: Task, cases: List[(String, String)])(
      figure: Cell => Option[Cell] = Some(_),
      isRate: Boolean = false,
      doubt: Option[String] = None,
      excuse: Option[String] = None
  ): Ranking =
    val wanted   = cases.toSet
    val measured = page.results
      .study(study)
      .filter(cell => cell.platform == "jvm" && cell.ok && cell.value.exists(_ > 0) && wanted(cell.name -> cell.op))
      .filterNot(cell => Ours.isReference(cell.library) || isApart(page, cell.library))
      .flatMap(figure(_))
    val rows = for
      (library, own) <- measured.groupBy(Summary.label)
      found = cases.map((name, op) => own.filter(cell => cell.name == name && cell.op == op))
      if found.nonEmpty && found.forall(_.nonEmpty)
    yield library -> found
    val isInTurns = measured.nonEmpty && measured.forall(_.turns.nonEmpty)
    val why       = doubt.orElse(if isInTurns then None else Disturbance.of(page.results))
    val band      = if isInTurns then NoiseBand.inTurns(page.results, study) else NoiseBand.of(page.results, study)
    Ranking(task, rows, band, isRate, why, excuse, Variants.of(page.results, study))

  private def isApart(page: PageContext, library: String) = page.results.library(library).exists(!_.competes)
