package brine.actor.testkit

import brine.actor.{Activation, Cell, GatherTimer, SystemSignal}
import brine.actor.internal.cell.{cellExtension, ActorTimer, CellView, DueNode, SilenceNode}
import brine.actor.internal.mailbox.StartNode
import brine.actor.internal.timer.TimerEntry
import brine.actor.testkit.internal.*
import scala.collection.mutable
import scala.concurrent.Future
import scala.concurrent.duration.*

/** Takes one step at a time, on the thread that created it, in an order that the scheduler chooses. */
private[testkit] final class Engine(system: TestSystem, scheduler: Scheduler, settings: TestSettings):
  private val owner    = Thread.currentThread
  private val runnable = mutable.ArrayBuffer[Task]()
  private val tasks    = Tasks()

  private var current: Task       = null           // the task whose step is running; null: the test
  private var last: Task          = null
  private var capturing: CellTask = null           // the task whose handler runs; its sends are captured
  private var capture: Capture    = null
  private var looksBetween        = false
  private var depth               = 0              // blocking asks within blocking asks
  private var number              = 0L
  private var horizon             = Long.MinValue
  private var limit               = settings.steps // number of the last step before the run counts as endless
  private var broken: Throwable   = null           // ends the run once no handler is on the stack

  val observer: Observer = Observer()
  val recorder           = PlanRecorder()
  val timers             = VirtualTimers()
  val choices            = mutable.ArrayBuffer[Int]()
  val trace              = mutable.ArrayBuffer[TraceEntry]()
  var invariants         = Vector.empty[() => Unit]
  var steps              = 0L
  var handled            = 0L

  def now: FiniteDuration = timers.nowNanos.nanos

  // -------------------------------------------------------------------------------------------
  // What can run
  // -------------------------------------------------------------------------------------------
  def task(cell: Cell[?]): CellTask = tasks.of(cell, current)

  /** Called for a new cell before other actors know it. */
  def spawned(cell: Cell[?]): Unit =
    val found = task(cell)
    tasks.name(found)
    if observer.listener != null then observer.listener.spawned(found)

  def schedule(cell: Cell[?]): Unit =
    checkThread()
    val target = task(cell)
    if capture != null && (target.cell ne capturing.cell) then
      capture.take(target)
      observer.kept(target)
    else
      target.scheduled = true
      list(target)

  private def list(task: CellTask): Unit =
    if !runnable.contains(task) then
      // A task with sends left continues with them, unless the schedule chooses otherwise.
      if task.outbox.isEmpty then runnable += task else runnable.insert(0, task)
    observer.scheduled(task)

  def execute(code: Runnable): Unit =
    checkThread()
    runnable += CodeTask(code, tasks.newKey(current), currentLabel)

  def arm(entry: TimerEntry, delayNanos: Long): Unit =
    checkThread()
    number += 1
    val armed = TimerTask(entry, tasks.newKey(current), timers.dueNanos(delayNanos), number, steps)
    timers.add(armed)
    entry match
      case timer: GatherTimer => observer.watch(timer.gather, armed.key)
      case _                  => ()
    if observer.listener != null then observer.listener.armed(entry, delayNanos)
    if armed.dueNanos <= timers.nowNanos then runnable += armed

  def disarm(entry: TimerEntry): Boolean =
    checkThread()
    val task = timers.remove(entry)
    if observer.listener != null then observer.listener.disarmed(entry)
    if task != null then
      observer.footprint.share(task.key)
      if runnable.contains(task) || (settings.timersRace && task.dueNanos <= horizon) then
        observer.footprint.disables ::= task.key
      runnable -= task
    task != null

  def ended(cell: Cell[?]): Unit = observer.footprint.end(task(cell).key)

  def deadLetter(cell: Cell[?], tooLate: Boolean): Unit =
    // The order of two replies is not visible otherwise.
    if tooLate then observer.footprint.touchAll() else observer.sendTo(task(cell))

  /** The task whose step is running; null for the test. */
  def running: Task = current

  def isRunning(cell: Cell[?]): Boolean = current match
    case task: CellTask => task.cell eq cell
    case _              => false

  private def currentLabel: String = if current == null then "test" else current.label

  /** Ends the run with `failure`. If it was thrown in an actor, it would count as a failure of that actor. */
  def break(failure: Throwable): Unit = if broken == null then broken = failure

  private def checkBroken(): Unit = if broken != null then throw broken

  def checkThread(): Unit =
    if Thread.currentThread ne owner then
      val failure = IllegalStateException(
        s"${Thread.currentThread} has called $system, which only the thread that created it may use, $owner: " +
          "run futures on its executionContext"
      )
      break(failure)
      throw failure

  // -------------------------------------------------------------------------------------------
  // Steps
  // -------------------------------------------------------------------------------------------

  /** Works like [[step]] for a call of the test, which may read or do anything next. */
  def stepOnce(): Boolean =
    begin("step")
    looksBetween = true
    step()

  private def watched: Boolean = looksBetween || invariants.nonEmpty

  /** Takes one step. False if none is possible before the clock advances. */
  def step(): Boolean =
    checkThread()
    checkBroken()
    observer.scan(currentLabel, steps)
    settle()
    if current == null then testActed()
    val candidates = ordered()
    if candidates.isEmpty then false
    else
      val oldest = runnable.headOption.fold(0)(candidates.indexOf)
      val index  = choose(StepChoice(candidates, oldest))
      val task   = candidates(index)
      task match
        case timer: TimerTask if timer.dueNanos > timers.nowNanos =>
          moveClock(timer.dueNanos)
          observer.footprint.touchAll()
        case _ => ()
      runnable -= task
      run(task)
      true

  /** Reports what the test itself did. It comes before all following steps and after all previous ones. */
  private def testActed(): Unit =
    val footprint = observer.takeFootprint()
    if !footprint.isEmpty then
      footprint.touchAll()
      footprint.step = steps
      scheduler.stepped(footprint)

  /** The candidates for the next step. The task that ran last comes first: continuing with it is no context switch. */
  private def ordered(): IndexedSeq[Task] =
    val early = if settings.timersRace && timers.nextNanos <= horizon then
      timers.next.filter(_.dueNanos > timers.nowNanos)
    else Nil
    val index = if last == null then -1 else runnable.indexOf(last)
    val cells = if index <= 0 then runnable.toIndexedSeq
    else last +: (runnable.take(index) ++ runnable.drop(index + 1)).toIndexedSeq
    cells ++ early

  private def choose(point: ChoicePoint): Int =
    val index =
      try scheduler.choose(point)
      catch
        case failure: Exception =>
          break(failure)
          throw failure
    if index == Scheduler.Abandon then
      break(RunAbandoned)
      throw RunAbandoned
    if point.size > 1 then choices += index
    recorder.chosen(point, index)
    index

  def choose(name: String, options: IndexedSeq[String]): Int =
    checkThread()
    val index = choose(NamedChoice(name, currentLabel, options))
    trace += TraceEntry.Chosen(name, options(index), now)
    index

  private def run(task: Task): Unit =
    if steps >= limit then
      throw EndlessRunException(
        s"still not idle after ${settings.steps} steps: actors send to each other forever, " +
          s"or TestSettings.steps is too small. The last steps:\n${TraceEntry.render(trace.takeRight(10).toVector)}"
      )
    val outer = current
    current = task
    steps += 1
    observer.footprint.run(task.key)
    // A step within a wait may end the wait. And a check after each step sees the order of independent steps.
    if depth > 0 || watched then observer.footprint.touchAll()
    try
      task match
        case task: CellTask   => runTask(task)
        case timer: TimerTask => fire(timer)
        case code: CodeTask   =>
          trace += TraceEntry.Ran(code.label, now)
          code.code.run()
      observer.scan(task.label, steps)
    finally current = outer
    last = task
    checkBroken()
    settle()
    report()
    if depth == 0 then invariants.foreach(_())

  private def report(): Unit =
    val footprint = observer.takeFootprint()
    footprint.step = steps
    scheduler.stepped(footprint)

  private def fire(timer: TimerTask): Unit =
    val _ = timers.remove(timer.entry)
    observer.footprint.share(timer.key)
    observer.footprint.causes ::= timer.madeAt
    trace += TraceEntry.Fired(describe(timer.entry), now)
    timer.entry.fire()

  private def describe(entry: TimerEntry): String = entry match
    case timer: ActorTimer => s"timer ${TraceEntry.text(timer.key)} of ${task(timer.cell).label}"
    case other             => other.toString

  /** Handles one message and the first thing that it does to another actor, or takes the next of these things. */
  private def runTask(task: CellTask): Unit =
    if task.outbox.isEmpty then
      task.scheduled = false
      val outer = (capturing, capture)
      capturing = task
      capture = Capture(task, observer.busyTasks)
      try runCell(task)
      finally
        capture.restore()
        capture.finish()
        capturing = outer._1
        capture = outer._2
    if task.outbox.nonEmpty then send(task.outbox.dequeue())
    if task.outbox.nonEmpty then
      runnable -= task
      list(task)
    else if task.scheduled then list(task)
    else runnable -= task

  private def send(sending: Sending): Unit = sending match
    case Sending.Launch(child, start) =>
      child.launching = false
      child.cell.mailboxTail = start
      child.cell.mailboxHead = start
      child.scheduled = true
      observer.launched(start, steps)
      list(child)
    case Sending.Message(target, node) => target.cell.deliver(node)
    case Sending.Told(target, signal)  =>
      val taken = target.cell.signal(signal)
      if !taken then
        signal match
          case watch: SystemSignal.Watch =>
            val ended = target.cell.cellExtension
            watch.watcher.watchedEnded(target.cell.publicRef, if ended == null then null else ended.cause)
          case _ => ()

  private def runCell(task: CellTask): Unit =
    val cell    = task.cell
    val signals = CellView.signals(cell, null)
    val node    = CellView.nextNode(cell)
    if node != null && signals.isEmpty then observer.causeOf(node).foreach(observer.footprint.causes ::= _)
    if signals.nonEmpty then trace += TraceEntry.Signalled(task.label, signals.map(Signals.text), now)
    if signals.nonEmpty && CellView.separateSignals(cell) then activate(cell, 0)
    else
      node match
        case null                 => ()
        case _: StartNode         => trace += TraceEntry.Started(task.label, now)
        case due: DueNode         => trace += TraceEntry.Received("the clock", task.label, due.timer.message, now)
        case silence: SilenceNode =>
          // Whether the duration has passed depends on the messages that wait behind.
          observer.footprint.send(task.key)
          if silence.timeout.isOver(silence.next != null) then
            trace += TraceEntry.Received("the clock", task.label, silence.timeout.message, now)
        case other if !CellView.isEmpty(cell, other) =>
          trace += TraceEntry.Received(observer.senderOf(other), task.label, CellView.message(cell, other), now)
        case _ => ()
      activate(cell, 1)

  private def activate(cell: Cell[?], most: Int): Unit =
    val activation = Activation(coalesces = false)
    activation.most = most
    try cell.runMessages(activation)
    finally handled += activation.handled

  /** Does what needs no choice: probes take their messages, and nodes without effect are removed. */
  private def settle(): Unit =
    var index = 0
    while index < runnable.size do
      runnable(index) match
        case task: CellTask if task.outbox.isEmpty && (task.immediate || isEmpty(task)) =>
          val _ = runnable.remove(index)
          task.scheduled = false
          val outer = current
          current = task
          if !task.immediate && CellView.signals(task.cell, null).nonEmpty && CellView.separateSignals(task.cell) then
            activate(task.cell, 0)
          else activate(task.cell, if task.immediate then Int.MaxValue else 1)
          observer.scan(task.label, steps)
          current = outer
          // The task keeps its place in the order of arrival.
          if runnable.lastOption.contains(task) then
            val _ = runnable.remove(runnable.size - 1)
            runnable.insert(index, task)
        case _ => index += 1

  private def isEmpty(task: CellTask): Boolean =
    val cell    = task.cell
    val signals = CellView.signals(cell, null)
    val node    = CellView.nextNode(cell)
    if signals.nonEmpty then signals.forall(Signals.isBookkeeping) && !node.isInstanceOf[StartNode]
    else !CellView.needsAttention(cell) && CellView.isEmpty(cell, node)

  // -------------------------------------------------------------------------------------------
  // Many steps
  // -------------------------------------------------------------------------------------------
  def runUntilIdle(): Unit =
    begin("runUntilIdle")
    val before = steps
    while step() do ()
    if steps > before then checkBroken()

  /** Takes the steps for which `wanted` is true, and leaves all others. */
  def runOnly(wanted: Task => Boolean): Unit =
    begin("a behavior probe")
    observer.scan(currentLabel, steps)
    var index = runnable.indexWhere(wanted)
    while index >= 0 do
      run(runnable.remove(index))
      index = runnable.indexWhere(wanted)
    checkBroken()

  /** Works like [[advance]], for the steps for which `wanted` is true. */
  def advanceOnly(nanos: Long, wanted: Task => Boolean): Unit =
    val target = timers.after(nanos)
    while
      runOnly(wanted)
      val due = timers.nextNanos <= target
      if due then moveClock(timers.nextNanos)
      due
    do ()
    moveClock(target)

  def isIdle: Boolean =
    observer.scan(currentLabel, steps)
    settle()
    runnable.isEmpty

  def advance(nanos: Long): Unit =
    begin("advance")
    val target = timers.after(nanos)
    horizon = target
    try
      while
        while step() do ()
        val due = timers.nextNanos <= target
        if due then moveClock(timers.nextNanos)
        due
      do ()
    finally horizon = Long.MinValue
    moveClock(target)

  /** Works like [[advanceToNextTimer]] for a call of the test. */
  def toNextTimer(): Boolean =
    checkThread()
    begin("advanceToNextTimer")
    advanceToNextTimer()

  /** Advances to the next timer. False if there is none. */
  private def advanceToNextTimer(): Boolean =
    val next = timers.nextNanos
    val some = next != Long.MaxValue
    if some then moveClock(Math.max(next, timers.nowNanos))
    some

  private def moveClock(nanos: Long): Unit =
    timers.nowNanos = Math.max(timers.nowNanos, nanos)
    if timers.nextNanos <= nanos then timers.next.foreach(due => if !runnable.contains(due) then runnable += due)

  /** Runs other tasks until there is a reply, as a blocked thread would let them run. */
  def await[A](answer: Future[A]): A =
    checkThread()
    if current == null then begin("a blocking ask")
    observer.footprint.touchAll()
    val (sender, sent) = (capturing, capture)
    if sent != null then
      // The waiting actor has sent everything before the wait.
      sent.restore()
      sent.leaveOwn()
      capturing = null
      capture = null
      while sender.outbox.nonEmpty do send(sender.outbox.dequeue())
    observer.scan(currentLabel, steps)
    if current != null then report()
    depth += 1
    try
      while !answer.isCompleted do
        if !step() && !advanceToNextTimer() then
          throw IllegalStateException(s"$currentLabel waits for a reply, but no actor or timer is left to run")
    finally
      depth -= 1
      observer.footprint.touchAll()
      if sent != null then
        observer.scan(currentLabel, steps)
        capturing = sender
        capture = sent
        sent.hide(observer.busyTasks)
    answer.value.get.get

  /** Called before anything that takes steps for the test. */
  private def begin(method: String): Unit =
    if current != null then
      throw IllegalStateException(s"$method is for the test; it was called within ${current.label}")
    limit = steps + settings.steps

/** Ends a run that would repeat another. */
private[testkit] object RunAbandoned extends RuntimeException("this order of steps has been seen", null, false, false)
