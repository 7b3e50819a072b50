package brine.entity.effect

import brine.actor.internal.support.StackProbe
import brine.entity.effect.internal.EffectsRunner
import brine.entity.internal.MayWait
import brine.journal.Offset
import java.time.Duration
import java.util.Objects
import scala.concurrent.duration.FiniteDuration

/** Effects that are running: see [[Effects]]. They end when they are closed, when their log is, or with an error that
  * [[status]] says. Thread-safe.
  *
  * Methods that wait must not be called on a worker of an actor system or on a thread of a store, nor in the function
  * of the effects.
  */
final class RunningEffects private[effect] (name: String, private[effect] val runner: EffectsRunner[?])
    extends AutoCloseable:

  /** What they are doing. */
  def status: EffectsStatus =
    StackProbe.require()
    runner.status

  /** Whether they have begun to end. */
  private[entity] def isEnding: Boolean = runner.isEnding

  /** Whether this thread executes one of them. */
  private[entity] def isOwnThread: Boolean = runner.isOwnThread

  /** Every effect of an event up to this offset was executed, or is set aside. */
  def position: Offset = runner.position

  /** The effects that are set aside, by offset. */
  def setAside: Vector[SetAsideEffect] =
    StackProbe.require()
    runner.setAside

  /** Waits until every effect of an event up to an offset was executed or is set aside.
    *
    * @param offset
    *   such as that of [[brine.journal.Appended]], or of an entity's answer
    * @throws EffectsException
    *   with [[EffectsError.Behind]] if it is not in time; if the effects have ended, the error says why
    * @throws InterruptedException
    *   if the thread is interrupted while it waits
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def await(offset: Offset, within: Duration): Unit =
    requireMayWait("a wait for")
    runner.await(offset, within).foreach(error => throw EffectsException(error))

  /** The same with a duration of Scala's. */
  inline def await(offset: Offset, within: FiniteDuration): Unit = await(offset, Duration.ofNanos(within.toNanos))

  /** Executes the effects of a key that are set aside, in order, each with one attempt. Later ones of the key are
    * executed as they come then. Returns how many it has executed. If one fails, it and those after it stay set aside.
    * If the effects are closed meanwhile, those that are left stay set aside, and the result is
    * [[EffectsError.Closed]]. That they were executed is stored as for others, within [[EffectsSettings.saveEvery]]: a
    * crash before that leaves them set aside.
    *
    * Waits for an earlier effect of the key that is still tried, and until the events that were open at the start were
    * read. Effects of other keys are executed meanwhile.
    *
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; they may be executed all the same
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def replay(key: String): Either[EffectsError, Int] =
    requireMayWait("a replay of")
    runner.replay(key)

  /** Forgets the effects of a key that are set aside, without executing them. Later ones of the key are executed as
    * they come. Returns how many were forgotten, once that is stored. If it cannot be stored, the result is
    * [[EffectsError.Unavailable]]: they are forgotten, and that is stored later.
    *
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; they may be forgotten all the same
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def discard(key: String): Either[EffectsError, Int] = discard(key, () => true)

  /** The same, unless a function says no: the result is zero then. It is called on another thread, while no effect of
    * the key is executed, and only if something is set aside.
    */
  private[entity] def discard(key: String, mayDiscard: () => Boolean): Either[EffectsError, Int] =
    requireMayWait("a discard of")
    runner.discard(key, mayDiscard)

  /** Forgets one effect that is set aside, without executing it: that of a record that can never be executed, say. The
    * others of its key stay set aside until [[replay]] executes them. If it was the only one, later ones of the key are
    * executed as they come. Returns whether it was set aside, once that is stored. If it cannot be stored, the result
    * is [[EffectsError.Unavailable]]: it is forgotten, and that is stored later.
    *
    * @param offset
    *   offset of its record
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; it may be forgotten all the same
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def discardOne(offset: Offset): Either[EffectsError, Boolean] =
    requireMayWait("a discard of")
    runner.discardOne(Objects.requireNonNull(offset, "offset"))

  /** Ends them: no effect is begun any more. Waits for those that are being executed as long as
    * [[EffectsSettings.closeTimeout]] says, then interrupts them, and waits so long again. One that does not end then
    * continues in its thread; it is executed again after the next start, as is one that was interrupted. Stores what
    * was executed. Closing again waits for the same. In the function of the effects it does not wait. An interrupt does
    * not end the wait; the thread stays interrupted.
    *
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def close(): Unit =
    MayWait.require("a virtual thread")(s"closing $this")
    StackProbe.require()
    runner.close()

  private def requireMayWait(what: String): Unit =
    MayWait.require("a virtual thread")(s"$what $this")
    StackProbe.require()
    runner.requireOther(what)

  override def toString: String = name
