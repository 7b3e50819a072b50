package brine.journal.appending

import brine.journal.precondition.EarlierLookup
import brine.journal.{JournalSettings, StoreThread}
import brine.journal.support.StackProbe

/** Claims slots of the ring for appends. Thread-safe. */
private[appending] final class Claims(settings: JournalSettings, ring: PendingRing):
  /** Claims a slot for an append of this size. Returns its number, or a negative one: [[Claims.TooLarge]] or one of
    * [[PendingRing]].
    *
    * @param waits
    *   whether to wait for room
    */
  def claim(size: Int, waits: Boolean): Long =
    StackProbe.require() // the slot must be published
    if size > settings.mostAppendBytes then Claims.TooLarge
    else if waits then ring.claim(size)
    else ring.tryClaim(size)

  /** Claims a slot for an append whose key and conditions were looked up in all events that the writer does not
    * remember.
    */
  def claimKeyed(size: Int, waits: Boolean, lookup: EarlierLookup): Long =
    StackProbe.require()
    var place = if size > settings.mostAppendBytes then Claims.TooLarge else Claims.Undecided
    // Kept until the claim succeeds, so that others overtake it no more often than a claim without a key.
    var turn: ring.Turn | Null = null
    try
      while place == Claims.Undecided do
        val isReady = !(waits || ring.hasRoom(size)) || lookup.look(waits && !StoreThread.isCurrent)
        place =
          if !isReady then PendingRing.NoRoom
          else if turn == null then ring.tryClaim(size)
          else ring.tryClaim(turn)
        if place >= 0 && !lookup.isCurrent then
          discard(place, size)
          place = Claims.Undecided
        else if place == PendingRing.NoRoom && isReady && waits && !ring.isWriter then
          if turn == null then turn = ring.begin(size)
          ring.awaitRoom(turn)
          place = Claims.Undecided
    finally if turn != null then ring.end(turn)
    place

  /** Claims a slot after the lookup, if there is one. */
  def claim(size: Int, waits: Boolean, lookup: EarlierLookup | Null): Long =
    if lookup == null then claim(size, waits) else claimKeyed(size, waits, lookup)

  /** Returns a claimed slot unused. */
  def discard(place: Long, size: Int): Unit =
    val pending = ring.slot(place)
    pending.events = 0
    pending.size = size
    ring.publish(place)

private[appending] object Claims:
  /** The append is larger than the settings allow. */
  inline val TooLarge = -3L

  // There is neither a slot nor a refusal yet.
  private inline val Undecided = -4L
