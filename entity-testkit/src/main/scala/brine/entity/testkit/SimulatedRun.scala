package brine.entity.testkit

import brine.entity.{At, EntityError}
import brine.journal.{AppendError, EncodedAppend}
import java.time.{Clock, Instant, ZoneId, ZoneOffset}
import java.util.{SplittableRandom, UUID}
import scala.collection.mutable
import scala.util.control.NonFatal

/** One run: processes one after the other, until each client has what it wants. Everything that it does follows from
  * its plan and its choices. For one thread.
  */
private[testkit] final class SimulatedRun(val plan: RunPlan, choices: Choices):
  import SimulatedRun.*
  private val settings = plan.settings

  /** Random numbers that are no choice, such as identities. */
  val random: SplittableRandom = SplittableRandom(plan.seed ^ 0x5bd1e995L)

  val parts: Vector[RunPart[?, ?, ?]] =
    val savesAfter = 1 + random.nextInt(MostBetweenSaves)
    plan.parts.map(RunPart.of(_, savesAfter))

  // Those of the process that runs.
  private var current: Choices = choices

  // ---- Time ---------------------------------------------------------------------------------------------------------

  /** Virtual time since the run began, in ns. The threads of a store read it while this one waits. */
  @volatile var nanos: Long = 0

  private var ticks = 0L

  /** A number that grows. */
  def tick(): Long =
    ticks += 1
    ticks

  def now: Instant = settings.start.plusNanos(nanos)

  def at(time: Instant): At = At(time, UUID(random.nextLong(), random.nextLong()), random.nextLong())

  private val clock: Clock = new Clock:
    def getZone: ZoneId                        = ZoneOffset.UTC
    override def withZone(zone: ZoneId): Clock = this
    def instant: Instant                       = now

  val disk: Disk = Disk.of(settings.store, plan.seed, clock)

  // ---- What goes wrong ----------------------------------------------------------------------------------------------

  private var problem: Throwable | Null = null
  private var hasFailed                 = false
  private var powerCuts                 = settings.powerCuts
  private var closings                  = settings.closings
  private var passivations              = settings.passivations
  private var earlyTimers               = settings.earlyTimers
  private var repeatsLeft               = settings.repeats
  private var foreign                   = Vector.empty[Foreign]

  var faultsLeft: Int = settings.faults

  /** How often something has gone wrong. */
  var disturbances: Int = 0

  def disturb(): Unit = disturbances += 1

  private val reasons = Reasons(settings)

  /** The entity of this stream pauses before it is loaded again. */
  def pausesAfterLoad(stream: String): Unit = reasons.loadFailed(stream, nanos)

  /** An entity pauses before it appends again. */
  def pausesAfterAppend(): Unit = reasons.appendRefused(nanos)

  /** Whether a command may fail so.
    *
    * @param disturbedBefore
    *   [[disturbances]] when it was sent
    * @param sentAt
    *   [[nanos]] when it was sent
    */
  def explains(operation: Operation, error: EntityError, disturbedBefore: Int, sentAt: Long): Boolean = error match
    // Each attempt needs an append of another process: after it, the entity has loaded that one's events.
    case EntityError.Conflicting(_, attempts) =>
      foreign.count(one => one.part == operation.part && one.id == operation.id) >= attempts
    case _ if disturbances > disturbedBefore => true
    case _: EntityError.TimedOut             => reasons.outlasts(operation.sent.stream, sentAt)
    case _                                   => false

  /** How long an entity may pause from now on, in ns; 0 if it does not. */
  def pauseOf(operation: Operation): Long = reasons.pauseAt(operation.sent.stream, nanos)

  /** The store has refused an append by itself. A journal whose disk has failed is opened again. */
  def refused(error: AppendError): Unit = error match
    case _: (AppendError.OutcomeUnknown | AppendError.Unreadable | AppendError.Closed) =>
      hasFailed = true
      disturb()
    case _ => ()

  /** Runs a callback, whose exception ends the run. */
  def guard(body: => Unit): Unit =
    try body
    catch case failed: Throwable => if problem == null then problem = failed

  /** Whether a client sends something again now. */
  def repeats(): Boolean =
    val again = repeatsLeft > 0 && current.happens(OneRepeatIn)
    if again then repeatsLeft -= 1
    again

  def choose(options: Int): Int = current.next(options)

  // ---- What has happened --------------------------------------------------------------------------------------------

  private val noted = mutable.ArrayBuffer[String]()

  def note(what: => String): Unit = noted += what

  /** What has happened, a line each. */
  def trace: Vector[String] = noted.toVector

  var steps: Int = 0
  var lives: Int = 0

  def decided: Vector[Int] = choices.decided

  val operations: Vector[Operation] =
    for
      (commands, client) <- plan.clients.zipWithIndex
      (sent, number)     <- commands.zipWithIndex
      if plan.kept.isEmpty || plan.kept(client -> number)
    yield Operation(sent, plan.parts.indexWhere(_.entity eq sent.entity), client, number)

  private val clients = operations.groupBy(_.client).toVector.sortBy(_._1).map((_, own) => SimulatedClient(own, this))

  /** Another process decides on a command, and appends. */
  def anotherWriter(append: EncodedAppend): Unit =
    val stream = append.parts.last.stream
    parts.zipWithIndex.foreach: (part, index) =>
      val prefix = part.entity.stream("x").dropRight(1)
      if stream.startsWith(prefix) then
        val id = stream.drop(prefix.length)
        StreamCheck
          .append(part, disk.log, id, random, at(now))
          .foreach: (version, events) =>
            foreign :+= Foreign(index, id, version, events)
            note(s"another process appends $events of $stream")

  // ---- Running ------------------------------------------------------------------------------------------------------

  /** Runs to the end. Returns what was violated. */
  def run(): Option[SimulationProblem] =
    try
      while lives == 0 || !clients.forall(_.isOver) do live()
      check()
      None
    catch
      case found: SimulationProblem => Some(found)
      // An interrupt, or a lack of memory, is no matter of the run.
      case failed @ (NonFatal(_) | _: StackOverflowError) =>
        Some(SimulationProblem(Violation.Crashed, s"the run fails with $failed", failed))
    finally disk.close()

  private def live(): Unit =
    lives += 1
    if plan.exploresFirst && lives > 1 then current = Choices.quiet
    reasons.begin()
    val life = Life(lives, this, current)
    if lives > 1 then note(s"process $lives begins")
    clients.foreach(_.enter(life))
    var isOver = false
    while !isOver do
      countStep()
      isOver = interfere(life) || !life.step() && rest(life)
      if problem != null then throw problem.nn
    Checks.afterLife(this)

  private def countStep(): Unit =
    steps += 1
    if steps > settings.mostSteps then
      throw SimulationProblem(Violation.Stuck, s"the run has not ended after ${settings.mostSteps} steps")

  /** What may happen before the next step. True if it ends the process. */
  private def interfere(life: Life): Boolean =
    val isFailed = hasFailed && current.happens(OneRestartIn)
    if isFailed || powerCuts > 0 && current.happens(OnePowerCutIn) then
      if !isFailed then powerCuts -= 1
      cutPower(life)
      true
    else
      if closings > 0 && !life.isClosing && current.happens(OneClosingIn) then
        closings -= 1
        note("the entities are closed")
        life.close()
      if passivations > 0 && current.happens(OnePassivationIn) then
        passivations -= 1
        note("entities that are idle leave memory")
        life.passivate()
      if earlyTimers > 0 && current.happens(OneEarlyTimerIn) then
        earlyTimers -= 1
        disturb()
        if life.advance() then note("a timer is early")
      false

  /** Nothing can happen at this time. True if the process ends. */
  private def rest(life: Life): Boolean =
    if hasFailed then
      cutPower(life)
      true
    else if life.isClosing && life.pending == 0 then
      life.cutPower(): Unit
      true
    else if clients.forall(_.isOver) && life.pending == 0 then true
    else if life.advance() then false
    else
      val waiting = clients.flatMap(_.waitsFor).mkString("; ")
      val what    = if life.isClosing then s"closing waits for ${life.pending} commands" else s"waiting are $waiting"
      throw SimulationProblem(Violation.Stuck, s"nothing can happen any more: $what")

  private def cutPower(life: Life): Unit =
    hasFailed = false
    val pending = life.cutPower()
    note("the power is cut: " + disk.crash(pending, current))
    clients.foreach(_.powerCut())

  private def check(): Unit =
    for (part, index) <- parts.zipWithIndex do
      val own = operations.filter(_.part == index)
      val ids = (own.map(_.id) ++ foreign.filter(_.part == index).map(_.id)).distinct
      ids.foreach: id =>
        val others = foreign.filter(one => one.part == index && one.id == id)
        StreamCheck.of(part, disk.log, id, own.filter(_.id == id), others).check()

private[testkit] object SimulatedRun:
  /** What another process has appended to the stream of an entity.
    *
    * @param version
    *   of the stream before
    */
  final case class Foreign(part: Int, id: String, version: Int, events: Int)

  private inline val MostBetweenSaves = 5
  private inline val OnePowerCutIn    = 64
  private inline val OneRestartIn     = 8
  private inline val OneClosingIn     = 128
  private inline val OnePassivationIn = 32
  private inline val OneEarlyTimerIn  = 64
  private inline val OneRepeatIn      = 6
