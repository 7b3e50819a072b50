package brine.actor.testkit.internal

import brine.actor.testkit.ChoicePoint
import scala.collection.mutable

/** Goes through the ways a program can take, depth first, one run at a time; each run repeats the way to the last choice that has an
  * alternative left. Without `reduced` that is every way. With it, of the runs that differ only in the order of independent steps one is
  * completed, by two means:
  *
  *   - At first only one way is tried at each choice. After a run each pair of steps that depend on each other and could have come
  *     in the other order adds the alternative that tries that, where the first of them was chosen.
  *   - Once a step was tried, its siblings do without it until they take a step that depends on it; a run that has nothing else left to
  *     do is abandoned.
  *
  * Source: C. Flanagan, P. Godefroid, Dynamic partial-order reduction for model checking software, POPL 2005; P. Godefroid, Partial-Order
  * Methods for the Verification of Concurrent Systems, LNCS 1032, 1996, chapter 5 (sleep sets).
  */
private[testkit] final class SearchTree(reduced: Boolean) extends Scheduler:
  private val path  = mutable.ArrayBuffer[SearchNode]()
  private var depth = 0

  // Of the run under way.
  private val taken  = mutable.ArrayBuffer[TakenStep]()
  private var asleep = Map.empty[String, Footprint] // what need not be tried now
  private var tried  = Map.empty[String, Footprint] // what was tried in place of the step that is being taken
  private var running: SearchNode = null
  private var enabled             = false // whether a step is being taken that was chosen
  private var repeated            = 0     // how many choices there were when it began
  private var before              = 0     // how many steps are as in the run before

  def beginRun(): Unit =
    depth = 0
    repeated = path.size
    before = 0
    taken.clear()
    asleep = Map.empty
    tried = Map.empty
    running = null
    enabled = false

  /** Moves on to the next way. False when there is none left. */
  def nextRun(): Boolean =
    if reduced then Races.reverse(taken, before)
    while path.nonEmpty && !path.last.advance() do path.dropRightInPlace(1)
    path.nonEmpty

  def choose(point: ChoicePoint): Int =
    if point.name.isDefined then chooseNamed(point)
    else
      enabled = true
      if point.size == 1 then
        running = null
        tried = Map.empty
        if asleep.contains(point.key(0)) then Scheduler.Abandon else 0
      else chooseStep(point)

  private def chooseNamed(point: ChoicePoint): Int =
    if point.size == 1 then 0
    else
      val node = visit(point, SearchNode(keys(point), Set.empty, all = true))
      node.current

  private def chooseStep(point: ChoicePoint): Int =
    val node = visit(point, SearchNode(keys(point), asleep.keySet, all = !reduced))
    if node.current < 0 then
      // All that could be done here was done in another order before.
      path.dropRightInPlace(1)
      Scheduler.Abandon
    else
      running = node
      tried = node.tried
      node.current

  private def visit(point: ChoicePoint, fresh: => SearchNode): SearchNode =
    if depth == path.size then path += fresh
    val node = path(depth)
    node.check(point)
    if depth == repeated - 1 then before = taken.size // here this run leaves the one before
    depth += 1
    node

  private def keys(point: ChoicePoint): Vector[String] = Vector.tabulate(point.size)(point.key)

  override def stepped(footprint: Footprint): Unit =
    if running != null then running.add(footprint)
    if reduced then
      taken += TakenStep(footprint, running, chosen = enabled)
      asleep = (asleep ++ tried).filterNot((_, other) => other.isDependentOn(footprint))
    running = null
    tried = Map.empty
    enabled = false
