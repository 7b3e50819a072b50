package brine.entity.testkit

import brine.actor.testkit.{ChoicePoint, Schedule, TestSettings, TestSystem}
import brine.entity.internal.{EntityHost, EntityRuntime}
import brine.entity.{Answer, At, Entities, EntitySettings}
import brine.journal.{AppendError, EncodedAppend, EventLog}
import java.time.Instant
import java.util.UUID
import scala.collection.mutable
import scala.concurrent.{Future, Promise}

/** A process of a run: entities on actors that take one step at a time, over a log whose appends complete in steps. It
  * ends with a power cut, or when its entities are closed. For the thread of the simulation.
  *
  * @param number
  *   of the process, from 1
  */
private[testkit] final class Life(val number: Int, run: SimulatedRun, choices: Choices) extends Steps:
  private val began  = run.nanos
  private val system = TestSystem(Schedule.Custom(Life.chosen(_, choices)), TestSettings())

  /** Whether its power is on. */
  var isOn: Boolean = true

  private val faults = new LogFaults(choices, this):
    def left: Int                                  = run.faultsLeft
    def struck(): Unit                             = run.faultsLeft -= 1
    def mayBreak: Boolean                          = run.disk.mayFail
    def break(): Unit                              = run.disk.fail(choices)
    def happened(): Unit                           = run.disturb()
    def delays(stream: String): Unit               = run.pausesAfterLoad(stream)
    def delaysAppend(): Unit                       = run.pausesAfterAppend()
    def refused(error: AppendError): Unit          = run.refused(error)
    def anotherWriter(append: EncodedAppend): Unit = run.anotherWriter(append)

  val log: StepLog = StepLog(run.disk.log, this, faults)

  private val host = new EntityHost:
    def nanoTime: Long              = run.nanos
    def now: Instant                = run.now
    def at(time: Instant): At       = run.at(time)
    def random(): Double            = run.random.nextDouble()
    def start(task: Runnable): Unit = system.executionContext.execute(task)

    // What the simulated disk fails with is no matter of the program that runs the simulation.
    override def warnOfState(line: String): Unit = ()

  private val hosted: Vector[Hosted[?, ?, ?]] =
    val seen = run.plan.wrap(log)
    run.parts.map(part => hostOf(part, seen))

  private def hostOf[C[+_], E, S](part: RunPart[C, E, S], log: EventLog): Hosted[C, E, S] =
    Hosted(EntityRuntime(part.watched, log, system, run.plan.settings.entities, host))

  // ---- Steps --------------------------------------------------------------------------------------------------------

  def later(body: () => Unit): Unit = system.executionContext.execute(() => body())
  def note(what: => String): Unit   = run.note(what)

  /** Runs something as a step once this virtual time has passed. */
  def after(nanos: Long)(body: () => Unit): Unit = system.after(nanos)(() => body())

  /** Takes one step; false if none is possible before the clock advances. */
  def step(): Boolean =
    hosted.foreach(_.admit())
    val taken = system.step()
    system.failures.headOption.foreach: failed =>
      throw SimulationProblem(Violation.Crashed, s"an actor failed: ${failed.cause}", failed.cause)
    taken

  /** Advances the clock to the next timer; false if there is none. */
  def advance(): Boolean =
    val advanced = system.advanceToNextTimer()
    run.nanos = began + system.now.toNanos
    advanced

  // ---- Entities -----------------------------------------------------------------------------------------------------

  /** Sends a command. While too many are pending it waits, as callers of `ask` do. */
  def ask(operation: Operation): Future[Answer[Any]] = hosted(operation.part).ask(operation)

  /** Asks all entities to leave memory. */
  def passivate(): Unit = hosted.foreach(_.runtime.askToLeave())

  var isClosing: Boolean = false

  def close(): Unit =
    isClosing = true
    hosted.foreach(_.runtime.beginClosing())

  /** Number of commands without an outcome. */
  def pending: Int = hosted.map(_.runtime.pending).sum

  /** Ends it at once. */
  def cutPower(): Vector[EncodedAppend] =
    isOn = false
    log.switchOff()

private[testkit] object Life:
  /** The chosen option of a schedule, counted from the one that has been open for the longest time. */
  private def chosen(point: ChoicePoint, choices: Choices): Int =
    val found = choices.next(point.size)
    if found == 0 then point.oldest else if found <= point.oldest then found - 1 else found

/** The entities of a type in a process. */
private[testkit] final class Hosted[C[+_], E, S](val runtime: EntityRuntime[C, E, S]):
  // What waits until fewer commands are pending, oldest first.
  private val waiting = mutable.Queue[() => Unit]()

  def ask(operation: Operation): Future[Answer[Any]] =
    if waiting.isEmpty && mayEnter then send(operation)
    else
      val reply = Promise[Answer[Any]]()
      waiting += (() => reply.completeWith(send(operation)): Unit)
      reply.future

  /** Sends what has waited, as far as it may. */
  def admit(): Unit = while waiting.nonEmpty && mayEnter do waiting.dequeue()()

  // Entities that are closed refuse it.
  private def mayEnter: Boolean = runtime.isClosed || runtime.pending < runtime.settings.maxPendingCommands

  private def send(operation: Operation): Future[Answer[Any]] =
    val ref = Entities.Ref(runtime, operation.id)
    ref.answerAsync[Any](operation.command.asInstanceOf[C[Any]], operation.key)

private[testkit] object Hosted:
  /** What an entity is over a log that nothing fails in: version and state, as it would be loaded. */
  def loaded[C[+_], E, S](part: RunPart[C, E, S], log: EventLog, id: String): Either[String, (Long, S)] =
    val system = TestSystem()
    val idle   = new EntityHost:
      def nanoTime: Long              = 0
      def now: Instant                = Instant.EPOCH
      def at(time: Instant): At       = At(time, UUID(0, 0), 0)
      def random(): Double            = 0
      def start(task: Runnable): Unit = task.run()

      override def warnOfState(line: String): Unit = ()
    EntityRuntime(part.watched, log, system, EntitySettings.defaults, idle).loaded(id).left.map(_.message)
