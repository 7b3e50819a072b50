package brine.entity.boundary

import brine.codec.Codec
import brine.entity.boundary.internal.BoundaryRuntime
import brine.entity.{Answer, At, Decision}
import brine.journal.EventLog
import java.util.{Objects, UUID}

/** Decides on events of many streams, over any [[EventLog]]: a dynamic consistency boundary.
  *
  * {{{
  * val boundary = Boundary.open(log)(Campus)
  * val answer   = boundary.decide(places(7) and load(9)): (course, courses) =>
  *   if course.free == 0 then Decision.reply(Left("the course is full"))
  *   else Decision(CampusEvent.Joined(7, 9))(Right(course.free - 1))
  * }}}
  *
  * A decision folds the events of a [[View]], calls your function, and appends the events that it returns, under the
  * condition that nothing which the view selects was appended meanwhile. If something was, it reads that and decides
  * again. So a rule that holds on the view holds in the log, however many threads and processes decide.
  *
  * Functions must be pure: they may be called several times for one decision. For time, identities and random numbers
  * use [[At]]. Each decision runs on the thread of its caller. Thread-safe.
  */
final class Boundary[E] private (runtime: BoundaryRuntime[E]) extends AutoCloseable:
  /** Decides, and waits until the events are durable. For virtual threads, and others that may wait.
    *
    * It reads all events of the view from the beginning. For a view that is used often, [[open]] it.
    *
    * @param decision
    *   gives events and a reply. Without events nothing is appended, and the reply follows from what is durable
    * @return
    *   the reply, and the offset of the last event that it follows from, those of the decision included
    * @throws BoundaryException
    *   without a reply: the error says whether the decision is stored
    * @throws IllegalStateException
    *   on a thread that must not wait: a worker of an actor system, or a thread of a store
    * @throws InterruptedException
    *   if the thread is interrupted; the message says whether the decision may be stored
    */
  def decide[S, R](view: View[E, S])(decision: S => At ?=> Decision[E, R]): Answer[R] = open(view).decide(decision)

  /** Decides once for a key, however often it is called with it, also after a crash. Each caller gets the reply of that
    * first time, and its offset. The reply is appended together with the events, in a stream of its own, also if there
    * are no events. The log remembers the key as long as it keeps them.
    *
    * @param key
    *   an idempotency key. It is for one decision alone. Its use for another one is noticed if the reply has another
    *   type: classes are compared by their names, so that they may change as codecs allow, and all other types must be
    *   the same
    * @throws BoundaryException
    *   as [[decide]] does
    */
  def decideOnce[S, R: Codec](view: View[E, S], key: UUID)(decision: S => At ?=> Decision[E, R]): Answer[R] =
    open(view).decideOnce(key)(decision)

  /** Returns a view that keeps what it has folded, so that each decision reads what is new alone. */
  def open[S](view: View[E, S]): OpenView[E, S] = OpenView(runtime, Objects.requireNonNull(view, "view"))

  /** Refuses further decisions, and further attempts of those that met a conflict, as [[BoundaryError.Closed]]. Appends
    * that are pending complete. The log stays open.
    */
  def close(): Unit = runtime.close()

  override def toString: String = runtime.described

object Boundary:
  /** Opens a boundary. It has no thread and reads nothing before the first decision. */
  def open[E](log: EventLog, settings: BoundarySettings = BoundarySettings.defaults)(
      events: BoundaryEvents[E]
  ): Boundary[E] =
    Objects.requireNonNull(log, "log"): Unit
    Objects.requireNonNull(settings, "settings"): Unit
    new Boundary(BoundaryRuntime(log, Objects.requireNonNull(events, "events"), settings))
