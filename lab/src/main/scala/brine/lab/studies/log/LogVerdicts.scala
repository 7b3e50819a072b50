package brine.lab.studies.log

import brine.lab.page.*
import brine.lab.statistics.{NoiseBand, Standing}

/** One sentence per load of study `log` that durable stores ran: the fastest, and the next. Others say what batches of
  * a subscription are worth, and preallocated space.
  */
final class LogVerdicts(page: PageContext):
  private val study     = LogStudy.name
  private val multiples = LogMultiples(page.results)
  private val found     = page.onJvm.filter(summary => summary.study == study && summary.op == "rate" && summary.ok)
  private val loads     = List("callers-1", "callers-16", "callers-256", "in-flight-1024", "in-flight-16384")
  private val others    =
    List(LogPrograms.stateSave, LogPrograms.stateLoad, LogPrograms.queryBoth, LogPrograms.queryEither)

  def sentences: List[String] =
    caution.toList ++ (loads ++ others).filter(isJudged).flatMap(sentence) ++ batches ++
      zeros.filter(_ => isJudged("callers-1"))

  /** Whether the run measured a case in turns, which hold on a disk that other work disturbs. */
  private def inTurns(name: String) =
    found.exists(summary => summary.name == name && summary.cells.exists(_.turns.nonEmpty))

  private def isJudged(name: String) = multiples.disturbed.isEmpty || inTurns(name)

  /** Replaces the verdicts on cells that took no turns if other work disturbed the disk. */
  def caution: Option[String] = multiples.disturbed.map: reason =>
    val what = if loads.exists(inTurns) then "Multiples of cells that took no turns" else "Its multiples"
    s"The disk was busy with other work: $reason. $what rank nothing; run it again on a quiet machine."

  private def sentence(name: String): Option[String] =
    val ranking = LogStudy.ranking(page, multiples, name)
    Option.when(ranking.places.sizeIs > 1):
      s"${LogPrograms.program(name).fold(name)(_.described)}: ${ranking.words}${inR(name, ranking)}."

  /** What batches are worth to a subscriber, for each row that has subscriptions. */
  def batches: List[String] =
    def cells(library: String, name: String) =
      found.filter(summary => summary.library == library && summary.name == name).flatMap(_.cells)
    for
      library <- found.filter(_.name == LogPrograms.subscribeBatches).map(_.library).distinct
      (one, many) = (cells(library, LogPrograms.subscribeOne), cells(library, LogPrograms.subscribeBatches))
      if isJudged(LogPrograms.subscribeBatches) && one.nonEmpty
      ratio <- Ratio.of(List(one), List(many), isRate = true)
    yield Standing.of(ratio, NoiseBand.of(page.results, study).band) match
      case Standing.Apart if ratio.value > 1 =>
        s"$library delivers ${Numbers.withInterval(ratio)} times as many events a second to a subscriber in batches " +
          "as one by one."
      case Standing.Apart =>
        s"$library delivers fewer events a second to a subscriber in batches than one by one: " +
          s"${Numbers.withInterval(ratio)} times as many."
      case _ =>
        s"Whether $library delivers more events a second to a subscriber in batches than one by one is not decided: " +
          s"${Numbers.withInterval(ratio)} times as many."

  /** The first place and the next in multiples of `R`. */
  private def inR(name: String, ranking: Ranking): String =
    val told = for
      place   <- ranking.places.take(1) ++ ranking.next
      summary <- found.find(summary => summary.name == name && summary.library == place.library)
      rate    <- multiples.ofR(summary)
    yield s"${place.library} ${Numbers.withInterval(rate)} R"
    if told.isEmpty then "" else told.mkString(" (", ", ", ")")

  /** Whether preallocating a file with zeros helps on this machine. */
  def zeros: Option[String] =
    def raw(library: String) = found.find(summary => summary.name == "callers-1" && summary.library == library)
    for
      zeroed       <- raw("raw")
      extending    <- raw("raw-extending")
      zeroedOfR    <- multiples.ofR(zeroed)
      extendingOfR <- multiples.ofR(extending)
      ratio        <- Ratio.of(List(extending.cells), List(zeroed.cells), isRate = true)
    yield
      val figures = s"${Numbers.times(zeroedOfR.value)} R against ${Numbers.times(extendingOfR.value)} R"
      if !isJudged("callers-1") then
        s"Whether preallocating a file with zeros helps is unknown: $figures, but the disk was busy with other work."
      else
        Standing.of(ratio, NoiseBand.of(page.results, study).band) match
          case Standing.Apart if ratio.value > 1 =>
            s"Preallocating a file with zeros helps on this file system: $figures of a file that grows."
          case Standing.Apart =>
            s"Preallocating a file with zeros harms on this file system: $figures of a file that grows."
          case _ => s"Preallocating a file with zeros makes no clear difference on this file system: $figures."
