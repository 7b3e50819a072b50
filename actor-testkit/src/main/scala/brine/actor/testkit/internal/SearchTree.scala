package brine.actor.testkit.internal

import brine.actor.testkit.{ChoicePoint, NondeterminismException}
import scala.collection.mutable

/** Goes through all ways a program can take, depth first, one run at a time; each run repeats the way to the last choice that has
  * alternatives left. With `reduced`, of the runs that differ only in the order of independent steps one is completed, and the others end as soon
  * as they are known to be such.
  *
  * The reduction is that of sleep sets: once a step was tried, its siblings do without it until they take a step that depends on it. No
  * final state is lost by it, as every class of runs that are equal but for the order of independent steps keeps one of its own.
  *
  * Source: P. Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, LNCS 1032, 1996, chapter 5.
  */
private[testkit] final class SearchTree(reduced: Boolean) extends Scheduler:
  private val path  = mutable.ArrayBuffer[SearchNode]()
  private var depth = 0

  // Of the run under way: what need not be tried now, and the step being taken.
  private var asleep              = Map.empty[String, Footprint]
  private var tried               = Map.empty[String, Footprint]
  private var running: SearchNode = null // whose alternative the step is

  def beginRun(): Unit =
    depth = 0
    asleep = Map.empty
    tried = Map.empty
    running = null

  /** Moves on to the next way. False when there is none left. */
  def nextRun(): Boolean =
    while path.nonEmpty && !path.last.advance() do path.dropRightInPlace(1)
    path.nonEmpty

  def choose(point: ChoicePoint): Int =
    if point.name.isDefined then chooseNamed(point)
    else if point.size == 1 then
      running = null
      tried = Map.empty
      if asleep.contains(point.key(0)) then Scheduler.Abandon else 0
    else chooseStep(point)

  private def chooseNamed(point: ChoicePoint): Int =
    if point.size == 1 then 0
    else
      if depth == path.size then path += SearchNode(Vector.tabulate(point.size)(point.key), Set.empty)
      val node = path(depth)
      node.check(point)
      depth += 1
      node.current

  private def chooseStep(point: ChoicePoint): Int =
    if depth == path.size then path += SearchNode(Vector.tabulate(point.size)(point.key), asleep.keySet)
    val node = path(depth)
    node.check(point)
    if node.current < 0 then
      // All that could be done here was done in another order before.
      path.dropRightInPlace(1)
      Scheduler.Abandon
    else
      depth += 1
      running = node
      tried = node.tried
      node.current

  override def stepped(footprint: Footprint): Unit =
    if running != null then running.add(footprint)
    if reduced then asleep = (asleep ++ tried).filterNot((_, other) => other.isDependentOn(footprint))
    running = null
    tried = Map.empty

/** One choice of a search: the alternatives that are done, under way and left. */
private final class SearchNode(keys: Vector[String], asleep: Set[String]):
  private val footprints = new Array[Footprint](keys.size)
  private val open       = keys.indices.filterNot(index => asleep(keys(index))).iterator

  /** Negative when there is nothing to try. */
  var current: Int = if open.hasNext then open.next() else -1

  def advance(): Boolean =
    val more = open.hasNext
    if more then current = open.next()
    more

  /** What was tried before the current alternative, and all that it touched in any of its runs. */
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
        s"the program is not deterministic: where there was a choice of ${keys.size} ways, there is one of ${point.size} in the next run. " +
          "It must not depend on clocks, random numbers of its own, identity, threads, or what is left of runs before",
        null
      )
