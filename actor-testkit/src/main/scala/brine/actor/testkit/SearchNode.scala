package brine.actor.testkit

import brine.actor.testkit.internal.Footprint
import scala.collection.mutable

/** One choice of a search: which alternatives are done, which one is being tried, and which are still to be tried.
  *
  * @param asleep
  *   alternatives that need not be tried
  * @param all
  *   whether to try all alternatives; otherwise one, until more are requested
  */
private[testkit] final class SearchNode(keys: Vector[String], asleep: Set[String], all: Boolean):
  private val footprints = new Array[Footprint](keys.size)
  private val wanted     = mutable.BitSet()
  private val done       = mutable.BitSet()

  private val awake = keys.indices.filterNot(index => asleep(keys(index)))
  if all then wanted ++= awake else wanted ++= awake.headOption

  /** The index of the alternative that is being tried; negative if there is nothing to try. */
  var current: Int = -1
  advance(): Unit

  def advance(): Boolean =
    if current >= 0 then done += current
    val next = awake.find(index => wanted(index) && !done(index))
    next.foreach(current = _)
    next.isDefined

  /** Requests one of `alternatives`, the first that exists, unless one is requested already; all, if none exists. */
  def want(alternatives: Seq[String]): Unit =
    val found = alternatives.map(keys.indexOf(_)).filter(_ >= 0)
    if found.isEmpty then wanted ++= keys.indices
    else if !found.exists(wanted) then wanted += found.head

  /** The alternatives tried before the current one, with everything that each touched in any of its runs. */
  def tried: Map[String, Footprint] =
    keys.indices.iterator
      .filter(index => index != current && footprints(index) != null)
      .map(index => keys(index) -> footprints(index))
      .toMap

  def add(footprint: Footprint): Unit =
    footprints(current) = if footprints(current) == null then footprint else footprints(current) ++ footprint

  def check(point: ChoicePoint): Unit =
    if point.size != keys.size || keys.indices.exists(index => point.key(index) != keys(index)) then
      throw NondeterminismException(
        "the program is not deterministic: " +
          s"a choice between ${keys.size} options is one between ${point.size} others in the next run. " +
          "It must not depend on clocks, its own random numbers, object identity, threads or state of earlier runs",
        null
      )

/** A step of a run.
  *
  * @param node
  *   choice that led to it; null if there was only one option
  * @param chosen
  *   false for what the test did itself
  */
private[testkit] final class TakenStep(val footprint: Footprint, val node: SearchNode, val chosen: Boolean)

/** Finds steps that could have come in the other order with another result. */
private[testkit] object Races:
  def reverse(steps: collection.IndexedSeq[TakenStep], from: Int): Unit =
    val numbers = steps.indices.map(index => steps(index).footprint.step -> index).toMap
    // For each step, all steps that had to come before it.
    val causes = Array.fill(steps.size)(mutable.BitSet())
    for later <- steps.indices do
      val footprint = steps(later).footprint
      val direct    = causes(later)
      if later >= from && steps(later).node != null then
        footprint.disables.foreach(key => steps(later).node.want(Vector(key)))
      footprint.causes.foreach: number =>
        numbers
          .get(number)
          .filter(_ < later)
          .foreach: index =>
            direct ++= causes(index)
            direct += index
      // From the last to the first, because then the steps between them are known.
      for earlier <- later - 1 to 0 by -1 if !direct(earlier) do
        if steps(earlier).footprint.isDependentOn(footprint) then
          if later >= from then race(steps, causes, earlier, later)
          direct ++= causes(earlier)
          direct += earlier

  private def race(
      steps: collection.IndexedSeq[TakenStep],
      causes: Array[mutable.BitSet],
      earlier: Int,
      later: Int
  ): Unit =
    val first  = steps(earlier)
    val second = steps(later)
    if first.node != null && second.chosen && first.footprint.key != second.footprint.key then
      val between = (earlier + 1 until later).filter(index => causes(later)(index)).map(steps(_).footprint.key)
      first.node.want((second.footprint.key +: between).distinct)
