package brine.actor.testkit

import brine.actor.testkit.internal.Footprint
import scala.collection.mutable

/** Visits all ways a program can take, depth first, one run at a time. Each run repeats the previous way up to the last
  * choice that has an alternative left.
  *
  * Without `reduced` it visits every way. With `reduced`, it completes only one of the runs that differ in the order of
  * independent steps. It does so by two means:
  *
  *   - At first it tries only one alternative at each choice. After a run it looks at each pair of dependent steps that
  *     could have come in the other order. It adds the alternative that tries this order at the choice of the first
  *     step.
  *   - Once a step was tried, its siblings skip it until they take a step that depends on it. A run with nothing else
  *     left to do is abandoned.
  *
  * Source: C. Flanagan, P. Godefroid, Dynamic partial-order reduction for model checking software, POPL 2005; P.
  * Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, LNCS 1032, 1996, chapter 5 (sleep
  * sets).
  */
private[testkit] final class SearchTree(reduced: Boolean) extends Scheduler:
  private val path  = mutable.ArrayBuffer[SearchNode]()
  private var depth = 0

  // State of the current run.
  private val taken               = mutable.ArrayBuffer[TakenStep]()
  private var asleep              = Map.empty[String, Footprint] // alternatives that need not be tried now
  private var tried               = Map.empty[String, Footprint] // alternatives tried in place of the current step
  private var running: SearchNode = null
  private var enabled             = false                        // whether the current step was chosen
  private var repeated            = 0                            // number of choices when the run began
  private var before              = 0                            // number of steps that repeat the previous run

  def beginRun(): Unit =
    depth = 0
    repeated = path.size
    before = 0
    taken.clear()
    asleep = Map.empty
    tried = Map.empty
    running = null
    enabled = false

  /** Moves on to the next way. False if there is none left. */
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
      // Everything possible here was done in another order before.
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
    if depth == repeated - 1 then before = taken.size // from here on this run differs from the previous one
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
