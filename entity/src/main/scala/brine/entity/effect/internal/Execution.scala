package brine.entity.effect.internal

import brine.actor.internal.support.Nanos
import brine.entity.effect.*
import brine.entity.effect.internal.Attempts.Outcome
import brine.entity.internal.{EntityLog, FailureText}
import brine.journal.Record
import java.util.concurrent.Semaphore
import java.util.concurrent.atomic.AtomicInteger

/** Executes the effects of lanes, each lane on a virtual thread of its own, as often as it takes. Thread-safe.
  *
  * @param log
  *   name of the log
  */
private[internal] final class Execution[E](
    definition: Effects[E],
    log: String,
    lanes: Lanes[E],
    stopping: Stopping,
    condition: Condition,
    settings: EffectsSettings
):
  private val name     = definition.toString
  private val attempts = Attempts(definition, Nanos.of(settings.timeout), stopping)
  private val permits  = Semaphore(settings.parallel, true)
  private val busy     = BusyKeys(log, definition.name, stopping)
  private val retried  = AtomicInteger() // effects that have failed and are tried again

  /** Number of effects that are being executed. */
  def running: Int = attempts.running

  /** Whether a thread executes one of them. */
  def isOwn(thread: Thread): Boolean = attempts.isOwn(thread)

  /** Executes the effects of a new lane. */
  def start(lane: Lanes.Lane[E]): Unit = spawn(run(lane))

  /** Runs a body in a virtual thread, which is one of those that the end waits for: [[Lanes]] has counted it. */
  def spawn(body: => Unit): Unit =
    val started = Thread.ofVirtual
      .name(s"brine-effects-${definition.name}")
      .unstarted: () =>
        try stopping.noticing(body)
        catch
          // It was waiting for the log.
          case _: InterruptedException if stopping.isBegun => ()
          case failed: Throwable                           => endWith(failed)
        finally lanes.leave()
    try started.start()
    catch
      // The stack of the caller may end here.
      case failed: Throwable =>
        lanes.leave()
        throw failed

  /** One attempt, when there is a permit and no other call of the key is under way. */
  def attempt(key: String, record: Record[E], number: Int): Outcome =
    def waits = condition.note(
      s"the effect of the record at ${record.offset.sequence} waits for an earlier call of its key to end",
      number
    )
    def alone(key: String)(body: => Outcome): Outcome = busy.use(key)(waits)(body).getOrElse(Outcome.Stopped)
    def execute: Outcome                              = permitted(attempts.execute(record, key, number))
    alone(key):
      definition.route.besides(record, key) match
        case None        => execute
        case Some(other) => alone(other)(execute)

  /** Runs a body while no effect of a key is executed; None if the end comes first. */
  def alone[A](key: String)(body: => A): Option[A] = busy.use(key)(())(body)

  private def permitted(body: => Outcome): Outcome =
    var isIn = false
    while !isIn && !stopping.isBegun do
      try
        permits.acquire()
        isIn = true
      catch case _: InterruptedException => ()
    if !isIn then Outcome.Stopped
    else
      try body
      finally permits.release()

  private def run(lane: Lanes.Lane[E]): Unit =
    var record = lanes.next(lane)
    while record != null do
      execute(lane, record.nn)
      record = lanes.next(lane)

  private def execute(lane: Lanes.Lane[E], record: Record[E]): Unit =
    var number = 1
    var isOver = false
    try
      while !isOver && !stopping.isBegun do
        val result = attempt(lane.key, record, number)
        isOver = true
        result match
          case Outcome.Executed                               => lanes.executed(lane)
          case Outcome.Refused(cause)                         => setAside(lane, record, number, cause)
          case Outcome.Failed(cause) if isLast(number, cause) => setAside(lane, record, number, cause)
          case Outcome.Fatal(cause)                           => endWith(cause)
          case Outcome.Stopped                                => ()
          case Outcome.Continues                              =>
            isOver = false
            if number > 1 then retried.decrementAndGet(): Unit
            number = 1
          case Outcome.Failed(cause) =>
            isOver = false
            if number == 1 then retried.incrementAndGet(): Unit
            tryAgain(record, number, cause)
            number += 1
    finally if number > 1 then retried.decrementAndGet(): Unit

  private def isLast(number: Int, cause: Throwable) = cause match
    case _: EffectDelayed => false
    case _                => number >= settings.attempts

  private def endWith(cause: Throwable): Unit = condition.endWith(EffectsError.Broken(name, cause))

  private def tryAgain(record: Record[E], number: Int, cause: Throwable): Unit =
    val problem = s"the effect of the record at ${record.offset.sequence} failed: ${FailureText.of(cause)}"
    condition.note(problem, number)
    // One line for an outage, not one for each key.
    if number == 1 && retried.get == 1 then EntityLog.warn(s"$name try again: ${Condition.clipped(problem)}", cause)
    stopping.pause(settings.backoff, number)

  private def setAside(lane: Lanes.Lane[E], record: Record[E], number: Int, cause: Throwable): Unit =
    val reason = Condition.clipped(FailureText.of(cause))
    condition.note(s"the effect of the record at ${record.offset.sequence} failed: $reason", number)
    lanes.setAside(lane, reason) match
      case Left(noRoom) => condition.endWith(noRoom.error(name))
      case Right(())    => condition.warnOfAside(lane.key, record.offset, reason, cause)
