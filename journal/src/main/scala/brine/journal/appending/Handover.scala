package brine.journal.appending

import brine.codec.{Compression, Out}
import brine.journal.*
import brine.journal.failure.Failures
import brine.journal.precondition.{Conditions, EarlierLookup, KeyLookup, Lookups, NamedTags, Pins, Streams}
import java.nio.file.Path
import java.util.UUID

/** Hands appends to the writer, each in a slot of the ring. What the writer remembers of a stream may be forgotten
  * before the append has its slot. Then the slot is returned, and the stream is looked up again: see [[Streams]].
  * Thread-safe.
  *
  * @param closed
  *   the error of appends after closing
  */
private[appending] final class Handover(
    folder: Path,
    settings: JournalSettings,
    ring: PendingRing,
    large: LargeBuffers,
    lent: LentBuffers,
    streams: Streams,
    lookups: Lookups,
    closed: () => AppendError
):
  private val claims = Claims(settings, ring)

  /** The conditions of an append; null if there are none. See [[Conditions.of]]. */
  def conditionsOf(
      conditions: collection.IndexedSeq[AppendCondition],
      round: Long,
      own: NamedTags | Null
  ): Conditions | Null = Conditions.of(conditions, streams, lookups.conditions, round, own)

  // What is compressed is copied anyway.
  private val lends = settings.compression eq Compression.Plain

  private val failures = Failures.appendError(folder)

  /** Handles failures to look up streams in ended segments. Closing the journal closes their files. */
  val unreadable: PartialFunction[Throwable, AppendError] =
    case failed if failures.isDefinedAt(failed) => if ring.isClosed then closed() else failures(failed)

  /** Maximum number of bytes of an append. */
  def mostBytes: Long = settings.mostAppendBytes

  def tooLarge(size: Long): AppendError = AppendError.TooLarge(size, settings.mostAppendBytes)

  /** Hands an append of this size to the writer, if there is room for it. The bodies only copy: whatever reads the disk
    * or runs code of the program comes before, because the writer waits for a claimed slot.
    *
    * @param round
    *   that of [[Streams]], taken before the states were looked up
    * @param keep
    *   keeps the states; false if one was forgotten
    * @param pin
    *   finds the states again
    * @param fill
    *   fills the slot
    */
  inline def handOver(size: Int, key: Option[UUID], level: Level, waits: Boolean, round: Long)(
      inline keep: Boolean,
      inline pin: Pins => Unit
  )(inline fill: Pending => Unit): Completion =
    val completion = completionAt(level)
    handOver(size, key, level, completion, 0, waits, null, round)(keep, pin)(fill)
    completion

  inline def handOver(
      size: Int,
      key: Option[UUID],
      level: Level,
      listener: AppendListener,
      context: Long,
      waits: Boolean,
      conditions: Conditions | Null,
      round: Long
  )(inline keep: Boolean, inline pin: Pins => Unit)(inline fill: Pending => Unit): Unit =
    val ofKey             = if key.isEmpty then null else lookupOf(key.get)
    val lookup            = both(ofKey, conditions)
    var pins: Pins | Null = null
    try
      var place = claim(size, waits, lookup)
      if place >= 0 && !isKept(place, size, round)(keep) then
        pins = newPins()
        pin(pins)
        place = claim(size, waits, lookup)
      if place < 0 then listener.rejected(context, refusal(place, size))
      else
        // Whatever happens from here on, the slot must be published.
        val pending = slot(place)
        pending.level = level
        pending.listener = listener
        pending.context = context
        try
          fill(pending)
          if ofKey != null then
            pending.hasKey = true
            pending.keyHigh = key.get.getMostSignificantBits
            pending.keyLow = key.get.getLeastSignificantBits
            pending.original = ofKey.original
          if conditions != null then pending.conditions = conditions
        catch case error: Throwable => giveUp(pending, size, error)
        finally publish(place)
    finally
      if pins != null then pins.release()
      if conditions != null then conditions.release()

  /** Whether the states of an append are still remembered, and stay so until the writer has handled the slot. Otherwise
    * returns the slot: they must be looked up again, which may read from the disk.
    *
    * @param round
    *   that of [[Streams]] before the states were looked up
    */
  inline def isKept(place: Long, size: Int, round: Long)(inline keep: Boolean): Boolean =
    isSameRound(round) || {
      var isKept = false
      // Whatever happens, the slot must be published, or become that of the append.
      try isKept = keep
      finally if !isKept then discard(place, size)
      isKept
    }

  // Inline methods cannot call constructors, nor name what is private. Not inline either: Scala 3.3 would take the
  // package of EarlierLookup for an object.
  def completionAt(level: Level): Completion                                             = Completion(level)
  def newPins(): Pins                                                                    = Pins(streams)
  def lookupOf(key: UUID): KeyLookup                                                     = lookups.key(key)
  def isSameRound(round: Long): Boolean                                                  = streams.round == round
  def discard(place: Long, size: Int): Unit                                              = claims.discard(place, size)
  def slot(place: Long): Pending                                                         = ring.slot(place)
  def publish(place: Long): Unit                                                         = ring.publish(place)
  def claim(size: Int, waits: Boolean): Long                                             = claims.claim(size, waits)
  def both(ofKey: KeyLookup | Null, conditions: Conditions | Null): EarlierLookup | Null =
    EarlierLookup.both(ofKey, conditions)
  def claim(size: Int, waits: Boolean, lookup: EarlierLookup | Null): Long = claims.claim(size, waits, lookup)

  def giveUp(pending: Pending, size: Int, error: Throwable): Nothing =
    pending.events = 0
    pending.size = size
    throw error

  def refusal(place: Long, size: Int): AppendError = place match
    case Claims.TooLarge    => tooLarge(size)
    case PendingRing.NoRoom => AppendError.Full
    case _                  => closed()

  // ---- Filling a slot -----------------------------------------------------------------------------------------------

  /** Copies encoded events into a slot. */
  def fill(pending: Pending, out: Out, size: Int): Unit =
    makeRoom(pending, size)
    val memory = pending.lent
    if memory == null then out.copyTo(pending.bytes, 0): Unit else out.writeTo(memory.buffer)
    pending.complete(size)

  /** Gives a slot memory for this number of bytes of the events that were set. */
  def makeRoom(pending: Pending, size: Int): Unit =
    if size <= Pending.OwnBytes then
      if pending.bytes.length < size then
        pending.bytes = new Array(math.max(64, Integer.highestOneBit(math.max(size * 2 - 1, 1))))
    else
      if lends && size > LentBuffers.Least.toLong * pending.events then pending.lent = lent.borrow(size)
      if pending.lent == null then
        pending.bytes = large.borrow(size)
        pending.isLarge = true
