package brine.entity.effect.internal

import brine.actor.internal.support.Nanos
import brine.entity.effect.*
import brine.entity.internal.{EntityLog, Reached, SelectedRecords, Uninterrupted}
import brine.journal.{EventLog, Offset}
import java.time.Duration
import java.util.concurrent.CountDownLatch
import scala.util.Try

/** Runs effects: a thread of its own reads the log and stores what was executed, and each key that has effects to be
  * executed has a virtual thread. Thread-safe.
  */
private[effect] final class EffectsRunner[E](
    definition: Effects[E],
    log: EventLog,
    store: EffectStore,
    from: SavedEffects,
    settings: EffectsSettings
):
  import EffectsRunner.*

  private val name       = definition.toString
  private val reached    = Reached()
  private val lanes      = Lanes[E](from, reached, settings.maxSetAside)
  private val graceNanos = Nanos.of(settings.closeTimeout)
  private val stopping   = Stopping(graceNanos)
  private val condition  = Condition(name, stopping)
  private val source     = SelectedRecords(definition.query, definition.route.laneOf, log)(using definition.reads)
  private val saves      = Saves(lanes, store, Nanos.of(settings.saveEvery))
  private val execution  = Execution(definition, log.name, lanes, stopping, condition, settings)
  private val replays    = Replays(name, lanes, store, source, execution, saves, stopping, condition)
  private val ended      = CountDownLatch(1)

  private val following =
    Following(definition, log, store, from.open, source, lanes, execution, saves, stopping, condition, settings)

  // Not a virtual thread: stores may keep its carrier for long.
  private val thread = Thread.ofPlatform.daemon.name(s"brine-effects-${definition.name}").unstarted(() => run())

  def start(): Unit = thread.start()

  def position: Offset = reached.offset

  def status: EffectsStatus =
    val at      = position
    val durable = Try(log.durable).getOrElse(at)
    EffectsStatus(
      at,
      store.last.keepAfter,
      math.max(0, durable.sequence - at.sequence),
      lanes.pending,
      execution.running,
      lanes.total,
      lanes.perSecond,
      lanes.asideCount,
      condition.failure,
      condition.end
    )

  def setAside: Vector[SetAsideEffect] = lanes.setAside

  def isEnding: Boolean = stopping.isBegun

  /** Whether this thread executes an effect. */
  def isOwnThread: Boolean = isOwn

  /** Waits until the position is reached. Returns why it is not, if so. */
  def await(offset: Offset, within: Duration): Option[EffectsError] =
    if reached.await(offset, System.nanoTime + (if within.isNegative then 0 else Nanos.of(within))) then None
    else condition.end.orElse(Some(EffectsError.Behind(name, offset, position, within)))

  def replay(key: String): Either[EffectsError, Int]                             = replays.replay(key)
  def discard(key: String, mayDiscard: () => Boolean): Either[EffectsError, Int] = replays.discard(key, mayDiscard)
  def discardOne(offset: Offset): Either[EffectsError, Boolean]                  = replays.discardOne(offset)

  def requireOther(what: String): Unit =
    if isOwn then
      throw IllegalStateException(s"$what $name in their own function would wait for itself: use another thread")

  private def isOwn =
    val current = Thread.currentThread
    (current eq thread) || execution.isOwn(current)

  /** Ends all, and waits for that, also in a thread that is interrupted, which stays so. */
  def close(): Unit =
    stopping.begin()
    if !isOwn then Uninterrupted.await(ended)

  private def run(): Unit =
    try following.run()
    finally
      stopping.begin()
      lanes.stop()
      if lanes.awaitEnd(graceNanos + EndNanos) > 0 then
        val left = lanes.awaitEnd(graceNanos)
        if left > 0 then
          EntityLog.warn(
            s"$name have ended, but $left of their threads have not: their function takes no notice of interrupts"
          )
      saveLast()
      condition.hasClosed()
      reached.end()
      ended.countDown()

  private def saveLast(): Unit =
    // Whoever has claimed them, or closed the log, knows that what was executed lately is repeated.
    val isForeign = condition.end match
      case Some(EffectsError.Fenced(_)) => true
      case _                            => log.source.isClosed
    if !isForeign then
      val result =
        try saves.saveLast()
        catch case failed: Throwable => Left(EffectsError.Broken(name, failed))
      result match
        case Left(EffectsError.Closed(_)) | Right(()) => ()
        case Left(error) => EntityLog.warn(s"$name will repeat what they have executed last: ${error.message}")

private[effect] object EffectsRunner:
  // For threads that are about to end.
  private inline val EndNanos = 100_000_000L
