package brine.lab.turns

import scala.collection.mutable

/** One JVM of a contest and what it has measured so far. Used by one thread at a time.
  *
  * @param label
  *   the library of its cells
  */
private[turns] final class Player(val label: String, val contender: Contender):
  private val samples = mutable.Map.empty[Int, Sample].withDefaultValue(Sample())
  private val units   = mutable.Map.empty[Int, String].withDefaultValue("")
  private val pools   = mutable.Map.empty[Int, Player.Pooled]
  private val failed  = mutable.Map.empty[Int, (String, String)]
  private val turns   = contender.cells.zipWithIndex.groupMap(_._1.turn)(_._2)
  private var current = 0

  /** Its process, unless it could not be started. */
  var child = Option.empty[TurnChild]

  /** Why its process could not be started, if so. */
  var unstarted = Option.empty[String]

  def lives: Boolean = child.exists(_.ended.isEmpty)

  /** Takes the line of a cell that ended early. */
  def failedCell(line: ujson.Value): Unit =
    failed(line("id").num.toInt) = (line("status").str, line.obj.get("note").fold("")(_.str))

  /** Takes a turn's cells out, because its cost still fell when the warm-up had to end. */
  def unsettled(id: Int, seconds: Double): Unit =
    for each <- turns(contender.cells(id).turn) do
      failed(each) = ("unsettled", f"not steady after $seconds%.1f s of warm-up")

  /** Takes note of the cell that is in progress, which is to blame if the process ends. */
  def began(id: Int): Unit = current = id

  /** The number of the first cell of a turn that it still takes; this number identifies the turn. */
  def playing(turn: String): Option[Int] = turns.get(turn).map(_.head).filterNot(failed.contains)

  /** Adds the figures of a turn.
    *
    * @param id
    *   number of the turn's first cell
    * @param round
    *   number of the round, beginning with 0
    * @param line
    *   the child's answer
    * @param beside
    *   the machine's limits around the turn
    */
  def played(id: Int, round: Int, line: ujson.Value, beside: Map[String, Double]): Unit =
    for figures <- line.obj.get("figures"); each <- turns(contender.cells(id).turn) do
      val spec = contender.cells(each)
      units(each) = line("units")(spec.op).str
      for figure <- figures.obj.get(spec.op) do
        samples(each) = samples(each).played(round, figure.num, line("cost").num, line("allocated").num, beside)

  /** Takes the figure of a cell that all its turns have together. */
  def pooled(line: ujson.Value): Unit =
    pools(line("id").num.toInt) = Player.Pooled(line("value").num, line("samples").num.toLong)

  /** The figure of a cell that all its turns have together, if it is of that kind. */
  def pooled(id: Int): Option[Player.Pooled] = pools.get(id)

  /** What it has measured in a cell that it still plays. */
  def sample(name: String, op: String): Option[Sample] =
    contender.cells.zipWithIndex.collectFirst:
      case (spec, id) if spec.name == name && spec.op == op && !failed.contains(id) => samples(id)

  def sample(id: Int): Sample = samples(id)

  def unit(id: Int): String = units(id)

  /** Why a cell has no figure, as a status and a note; `None` if it has one. */
  def failure(id: Int): Option[(String, String)] =
    failed
      .get(id)
      .orElse(unstarted.map("crashed" -> _))
      .orElse(child.flatMap(_.ended).map(blame(id, _)))
      .orElse(pools.get(id).fold(tookNone(id))(_.lack(contender.cells(id).op)))

  private def tookNone(id: Int) = Option.when(samples(id).played.isEmpty)("skipped" -> "took no turn")

  /** A child that ended has its current turn to blame; the others were not reached. */
  private def blame(id: Int, end: (String, String)): (String, String) =
    val spec = contender.cells(current)
    if contender.cells(id).turn == spec.turn then end
    else ("skipped", s"not reached: ${end._1} at ${spec.name} ${spec.op}")

private[turns] object Player:
  /** A percentile of the delays of all turns.
    *
    * @param samples
    *   number of these delays
    */
  final case class Pooled(value: Double, samples: Long):
    /** Why it does not count: with few delays beyond it, it says where the longest of them happened to be. */
    def lack(op: String): Option[(String, String)] =
      val beyond = samples * (100 - BigDecimal(op.drop(op.lastIndexOf('p') + 1))) / 100
      Option.when(beyond < Player.fewest):
        "skipped" -> s"$samples delays are too few: ${Player.fewest} must be longer than the percentile"

  private val fewest = 10
