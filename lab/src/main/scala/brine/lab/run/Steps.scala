package brine.lab.run

import brine.lab.child.Cancellation
import brine.lab.plan.Task
import brine.lab.results.Cell
import brine.lab.turns.TurnSession

/** Runs the steps of a plan: the children without times, several at a time; the others one after the other; then the
  * starts in turns, within the mode's time.
  *
  * @param budget
  *   seconds that are left of the mode's time; none for a run without a limit
  * @param emit
  *   receives each finished cell; called by one thread at a time
  */
final class Steps(
    tasks: List[Task],
    turns: Option[TurnSession],
    budget: Option[Double],
    cancellation: Cancellation,
    emit: Cell => Unit,
    progress: Int => Progress = Progress(_),
    say: String => Unit = line => System.err.println(s"brine lab: $line"),
    clock: () => Long = () => System.nanoTime()
):
  private val started  = clock()
  private val total    = SideBySide.seconds(tasks)
  private var planned  = 0.0
  private var cut      = 0
  private var squeezed = 1.0

  /** Seconds since the first step. */
  def seconds: Double = (clock() - started) / 1e9

  /** The remaining time of the children by the plan, at the speed so far, which the first ones say little about. */
  private def leftBeside = (total - planned) * (seconds + Steps.trust) / (planned + Steps.trust)

  private def left = leftBeside + turns.fold(0.0)(_.secondsLeft)

  /** Runs all steps, unless the run is cancelled.
    *
    * @param run
    *   runs a child or page load, and gives its cells to a function
    * @param start
    *   measures a start in turns
    * @return
    *   what was left out to keep the mode's time
    */
  def run(run: Task => (Cell => Unit) => Unit, start: TurnSession.Start => List[Cell]): ujson.Obj =
    val shown = progress(tasks.size + turns.fold(0)(_.startsLeft))
    try
      val (untimed, timed) = tasks.partition(_.isUntimed)
      SideBySide.run(untimed, cancellation)(beside(_, shown, run))
      for task <- timed if !cancellation.requested do
        // Every library has completed its first round before time can run out; later rounds only improve precision.
        if task.round > 1 && budget.exists(seconds > _) then cut += 1
        else
          val room   = budget.fold(1.0)(budget => (budget - seconds) / left.max(1e-3))
          val factor = if turns.isEmpty then Steps.squeeze(room) else 1.0
          squeezed = squeezed.min(factor)
          step(shown, task.label): emit =>
            run(task.squeezed(factor))(emit)
            planned += task.estimate
      turns.foreach(inTurns(_, shown, start))
    finally shown.close()
    if cut > 0 then say(s"time was up: $cut children of later rounds were left out")
    if squeezed < 1 then
      say(f"the machine is slower than planned: iterations were shortened, down to ${squeezed * 100}%.0f %%")
    val starts = turns.fold(0)(_.leftOut)
    if starts > 0 then say(s"time was up: $starts starts in turns were left out; the report says what is undecided")
    ujson.Obj("cut" -> cut, "iterationsShortenedTo" -> squeezed, "startsLeftOut" -> starts)

  private def inTurns(session: TurnSession, shown: Progress, measure: TurnSession.Start => List[Cell]): Unit =
    def hasTime(needed: Double) = budget.forall(seconds + needed <= _)
    var next                    = session.next(hasTime)
    while next.nonEmpty && !cancellation.requested do
      val start = next.get
      if start.isFurther then shown.more(1)
      step(shown, start.label): emit =>
        val cells = measure(start)
        session.add(cells)
        cells.foreach(emit)
      next = if cancellation.requested then None else session.next(hasTime)

  /** One of several children at a time. */
  private def beside(task: Task, shown: Progress, run: Task => (Cell => Unit) => Unit): Unit =
    step(shown, task.label): emit =>
      run(task)(emit)
      synchronized { planned += SideBySide.seconds(List(task)) }

  /** Several threads may be in steps of their own; what they share is changed by one at a time. */
  private def step(shown: Progress, label: String)(work: (Cell => Unit) => Unit): Unit =
    synchronized(shown.begin(label, left))
    var failed = 0
    work: cell =>
      synchronized:
        if !cell.ok then failed += 1
        emit(cell)
    synchronized(if !cancellation.requested then shown.end(label, failed, left))

object Steps:
  /** Seconds of work after which the measured speed counts more than the plan. */
  private val trust = 30.0

  /** The share of their length that iterations of JMH keep if only part of the planned time is left: all of it, or at
    * least a third. A small delay is tolerated, because the plan is an estimate. Turns are never shortened.
    */
  def squeeze(room: Double): Double = if room >= 0.9 then 1.0 else room.max(1.0 / 3)
