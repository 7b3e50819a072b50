package brine.actor.testkit

import scala.collection.mutable

/** A run, described by the tasks that took its steps. Unlike a list of indexes, it keeps its meaning when a part is
  * left out.
  *
  * @param steps
  *   keys of tasks, in the order in which they ran
  * @param named
  *   named choices other than the first option: by the key of the choice and the number of earlier choices with that
  *   key
  */
private[testkit] final case class Plan(steps: Vector[String], named: Map[(String, Int), Int])

/** Follows a plan as far as possible: it skips a step that cannot be taken. After the plan it changes context only if
  * it must.
  */
private[testkit] final class PlanScheduler(plan: Plan) extends Scheduler:
  private var position = 0
  private val counts   = mutable.HashMap[String, Int]()

  def choose(point: ChoicePoint): Int =
    if point.name.isDefined then
      val key   = point.key(0)
      val count = counts.getOrElse(key, 0)
      counts(key) = count + 1
      Math.min(plan.named.getOrElse((key, count), 0), point.size - 1)
    else if point.size == 1 then
      if position < plan.steps.size && plan.steps(position) == point.key(0) then position += 1
      0
    else
      var found = -1
      while found < 0 && position < plan.steps.size do
        found = (0 until point.size).indexWhere(point.key(_) == plan.steps(position))
        position += 1
      Math.max(0, found)

/** Records the choices of a run. */
private[testkit] final class PlanRecorder:
  private val steps  = mutable.ArrayBuffer[String]()
  private val counts = mutable.HashMap[String, Int]()
  private val named  = mutable.HashMap[(String, Int), Int]()

  def chosen(point: ChoicePoint, index: Int): Unit =
    if point.name.isDefined then
      val key   = point.key(0)
      val count = counts.getOrElse(key, 0)
      counts(key) = count + 1
      if index > 0 then named((key, count)) = index
    else steps += point.key(index)

  def plan: Plan = Plan(steps.toVector, named.toMap)

/** Makes the plan of a failing run smaller while it still fails: leaves out parts, joins steps of one actor, and
  * chooses first options.
  *
  * @param attempt
  *   runs the program with a plan; none if it does not fail in the same way
  * @param most
  *   maximum number of runs
  */
private[testkit] final class PlanMinimiser(attempt: Plan => Option[Run], most: Int):
  private var runs = 0

  def minimise(failing: Run): Run =
    var best     = failing
    var improved = true
    while improved && runs < most do
      val before = best
      best = plain(joined(shorter(best)))
      improved = best ne before
    best

  private def better(candidate: Plan, than: Run): Option[Run] =
    if runs >= most then None
    else
      runs += 1
      attempt(candidate).filter(_.isSmallerThan(than))

  private def shorter(run: Run): Run =
    var best  = run
    var width = Math.max(1, best.plan.steps.size / 2)
    while width >= 1 do
      var from = 0
      while from < best.plan.steps.size do
        better(best.plan.copy(steps = best.plan.steps.patch(from, Nil, width)), best) match
          case Some(found) => best = found
          case None        => from += width
      width /= 2
    best

  /** Moves a row of steps of one actor next to its previous row, or that one next to it. */
  private def joined(run: Run): Run =
    var best  = run
    var index = 0
    while index < rows(best).size do
      val all      = rows(best)
      val key      = all(index).head
      val previous = all.lastIndexWhere(_.head == key, index - 1)
      val found    =
        if previous < 0 then None
        else
          val up   = all.patch(index, Nil, 1).patch(previous + 1, Vector(all(index)), 0)
          val down = all.patch(index, Vector(all(previous)), 0).patch(previous, Nil, 1)
          better(best.plan.copy(steps = up.flatten), best).orElse(better(best.plan.copy(steps = down.flatten), best))
      found match
        case Some(smaller) => best = smaller
        case None          => index += 1
    best

  private def rows(run: Run): Vector[Vector[String]] =
    run.plan.steps.foldLeft(Vector.empty[Vector[String]]):
      case (done :+ row, key) if row.head == key => done :+ (row :+ key)
      case (done, key)                           => done :+ Vector(key)

  private def plain(run: Run): Run =
    run.plan.named.keys.foldLeft(run)((best, key) =>
      better(best.plan.copy(named = best.plan.named - key), best).getOrElse(best)
    )
