package brine.entity.effect.internal

import brine.entity.effect.EffectsError

/** When it is stored what was executed: every now and then by the thread that reads, at the end, and at once for whom
  * that matters.
  *
  * @param everyNanos
  *   the pause between two saves
  */
private[internal] final class Saves(lanes: Lanes[?], store: EffectStore, everyNanos: Long):
  import Saves.*

  // Of the thread that reads.
  private var change  = 0L
  private var savedAt = System.nanoTime

  /** Stores what was executed. Any thread may call it. */
  def save(): Either[EffectsError, Unit] = stored.map(_ => ())

  /** The same if it is time. For the thread that reads, as what follows. */
  def saveIfDue(): Either[EffectsError, Unit] =
    val isDue = hasChanged && System.nanoTime - savedAt >= everyNanos
    if !isDue && unsaved < MostUnsaved then Right(())
    else
      stored.map: now =>
        change = now
        savedAt = System.nanoTime

  /** The same at the end, if there is something to store. */
  def saveLast(): Either[EffectsError, Unit] =
    if hasChanged || unsaved >= MostUnsavedAtEnd then save() else Right(())

  private def hasChanged = lanes.change != change

  /** How far the log was looked at since what is stored. */
  private def unsaved: Long = lanes.lookedUpTo - store.last.upTo.sequence

  /** Stores, and gives the number of the change. */
  private def stored: Either[EffectsError, Long] =
    var now = 0L
    store
      .save: () =>
        val (state, number) = lanes.snapshot
        now = number
        state
      .map(_ => now)

private[internal] object Saves:
  // Records of the log that may be looked at again after a start, because none of them was selected.
  private inline val MostUnsaved      = 10_000L
  private inline val MostUnsavedAtEnd = 1_000L
