package brine.entity.effect.internal

import brine.entity.effect.{EffectKey, EffectRefusedException, Effects}
import brine.entity.internal.UserFailure
import brine.journal.Record
import java.time.Duration
import java.util.concurrent.{ConcurrentHashMap, TimeoutException}

/** Calls the function of effects, each time on a virtual thread of its own, which is interrupted when it takes too long
  * or the end has come. Thread-safe.
  *
  * @param timeoutNanos
  *   how long a call may take
  */
private[internal] final class Attempts[E](definition: Effects[E], timeoutNanos: Long, stopping: Stopping):
  import Attempts.*

  private val threads = ConcurrentHashMap.newKeySet[Thread]()

  /** Number of calls that are being executed. */
  def running: Int = threads.size

  /** Whether a thread executes one of them. */
  def isOwn(thread: Thread): Boolean = threads.contains(thread)

  /** Executes the effect of a record, and waits until the call has ended, however long it takes: no other call of the
    * same key may begin before.
    *
    * @param lane
    *   see [[brine.entity.effect.EffectRoute.run]]
    * @param number
    *   number of the attempt, from 1
    */
  def execute(record: Record[E], lane: String, number: Int): Outcome =
    if stopping.isBegun then Outcome.Stopped
    else
      val call   = Call(record, lane)
      val event  = EffectEvent()
      val thread = Thread.ofVirtual.name(s"brine-effect-${definition.name}").unstarted(call)
      threads.add(thread): Unit
      event.begin()
      try
        thread.start()
        waitFor(thread, call)
      finally threads.remove(thread): Unit
      event.end()
      if event.shouldCommit then
        event.effects = definition.name
        event.offset = record.offset.sequence
        event.attempt = number
        event.outcome = call.outcome.toString
        event.commit()
      call.outcome

  private def waitFor(thread: Thread, call: Call): Unit =
    val begun     = System.nanoTime
    var nextAt    = begun + timeoutNanos
    var isClosing = false
    def now       = System.nanoTime
    while !hasEnded(thread, nextAt - now) do
      if stopping.isBegun && !isClosing then
        isClosing = true
        if stopping.interruptsAt - nextAt < 0 then nextAt = stopping.interruptsAt
      if nextAt - now <= 0 then
        call.interruption = if isClosing && now - begun < timeoutNanos then Outcome.Stopped else tooLong(thread)
        thread.interrupt()
        // Once more if it has not noticed.
        nextAt = now + math.max(ShortestNanos, timeoutNanos)

  private def tooLong(thread: Thread): Outcome =
    val limit = TimeoutException(s"it took longer than ${Duration.ofNanos(timeoutNanos)} and was interrupted")
    // Where it hangs, and not where that was noticed.
    limit.setStackTrace(thread.getStackTrace)
    Outcome.Failed(limit)

  // An interrupt of this thread is a reason to look again.
  private def hasEnded(thread: Thread, nanos: Long): Boolean =
    try thread.join(Duration.ofNanos(math.max(1, nanos)))
    catch case _: InterruptedException => false

  private final class Call(record: Record[E], lane: String) extends Runnable:
    @volatile var interruption: Outcome | Null = null
    @volatile var outcome: Outcome             = Outcome.Stopped

    def run(): Unit =
      outcome =
        try
          val isDone = definition.route.run(record, EffectKey.of(definition.name, record), lane)
          if isDone then Outcome.Executed else Outcome.Continues
        catch
          case refused: EffectRefusedException => Outcome.Refused(refused)
          case UserFailure(failed)             => Option(interruption).getOrElse(Outcome.Failed(failed))
          case fatal: Throwable                => Outcome.Fatal(fatal)

private[internal] object Attempts:
  private inline val ShortestNanos = 1_000_000L

  enum Outcome:
    case Executed
    case Continues // a part of it was executed
    case Failed(cause: Throwable)
    case Refused(cause: EffectRefusedException)
    case Stopped
    case Fatal(cause: Throwable)

    override def toString: String = this match
      case Executed   => "executed"
      case Continues  => "continues"
      case Failed(_)  => "failed"
      case Refused(_) => "refused"
      case Stopped    => "stopped"
      case Fatal(_)   => "fatal"
