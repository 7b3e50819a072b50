package brine.journal.precondition

import java.util.concurrent.atomic.AtomicLongArray

/** What the writer remembers of the newest events, so that it compares them with the conditions of an append: stream,
  * kind and tags of each. Tags and kinds are the same only if their states are, so [[Streams]] forgets no tag of these
  * events. It begins with the first append that has a condition. Appends in journals without conditions
  * cost no more than the question whether it has begun.
  *
  * The writer remembers every event after the [[horizon]], and those before it as long as an append in flight may need
  * them: one whose caller has looked at events up to an earlier horizon. Everything up to the horizon is durable, so a
  * caller can read it. Owned by the writer thread, but for the fields that say otherwise.
  *
  * @param kindOf
  *   finds a kind by its name, which stays remembered
  * @param claimed
  *   number of slots of the ring ever claimed
  * @param kept
  *   how many of the newest events are remembered at least
  * @param chunkSize
  *   how many events are forgotten together
  */
private[journal] final class RecentEvents(
    kindOf: String => KindState,
    claimed: () => Long,
    kept: Int = RecentEvents.Kept,
    chunkSize: Int = RecentEvents.ChunkSize
):
  import RecentEvents.*

  /** Whether events are remembered. */
  var isOn = false

  // What other threads read, far from what the writer changes with each event: otherwise each of their appends would
  // wait until that memory has moved from one processor to the other.
  private val shared = AtomicLongArray(Shared.Length)
  shared.set(Shared.Forgotten, Off)
  shared.set(Shared.Since, Off)
  shared.set(Shared.Oldest, Off)

  /** Every event after this sequence is remembered, and none of them was deleted before an append looks at the horizon;
    * [[RecentEvents.Off]] as long as none is remembered. Any thread reads it.
    */
  def horizon: Long =
    val after = shared.get(Shared.Forgotten)
    if after == Off then Off else math.max(after, shared.get(Shared.Deleted))

  /** From this sequence on, tags and kinds name their last event. Any thread reads it. */
  def since: Long = shared.get(Shared.Since)

  /** Sequence of the first event that is remembered, for whatever append; [[RecentEvents.Off]] as long as none is. Any
    * thread reads it.
    */
  def oldestSequence: Long = shared.get(Shared.Oldest)

  @volatile private var isWanted = false

  // A list of chunks, oldest first. `live` is the first one that is after the horizon.
  private var oldest: Chunk | Null = null
  private var live: Chunk | Null   = null
  private var newest: Chunk | Null = null
  private var spare: Chunk | Null  = null
  private var last                 = 0L

  /** Requests that it begins. For any thread, which then wakes the writer. */
  def want(): Unit = isWanted = true

  /** Notes that durable events up to this sequence were deleted: which are left is what a caller reads. For any thread.
    */
  def deletedUntil(sequence: Long): Unit = synchronized:
    if sequence > shared.get(Shared.Deleted) then shared.set(Shared.Deleted, sequence)

  /** Begins after this sequence, if that was requested. Returns whether it has begun now. */
  def beginIfWanted(sequence: Long): Boolean =
    val begins = isWanted && !isOn
    if begins then
      last = sequence
      newest = Chunk(chunkSize)
      newest.nn.first = sequence + 1
      oldest = newest
      live = newest
      isOn = true
      shared.set(Shared.Oldest, sequence + 1)
      shared.set(Shared.Since, sequence)
      shared.set(Shared.Forgotten, sequence)
    begins

  /** Remembers the next event. */
  def add(
      stream: StreamState,
      schema: SchemaState,
      tags: Array[TagState] | Null,
      bytes: Array[Byte],
      at: Int,
      length: Int
  ): Unit =
    last += 1
    val kind = kindIn(schema, bytes, at, length)
    if kind != null then kind.last = last
    var chunk = newest.nn
    if chunk.count == chunkSize then chunk = extend()
    chunk.add(stream, kind, tags)

  private def kindIn(schema: SchemaState, bytes: Array[Byte], at: Int, length: Int): KindState | Null =
    val number = schema.schema.cases.number(bytes, at, at + length)
    if number < 0 then null
    else
      var kinds = schema.kinds
      if kinds == null then
        kinds = schema.schema.cases.names.iterator.map(kindOf).toArray
        schema.kinds = kinds
      kinds.nn(number)

  private def extend(): Chunk =
    val known = spare
    val next  = if known == null then Chunk(chunkSize) else known
    spare = null
    next.begin(last, newest)
    newest.nn.next = next
    newest = next
    next

  /** Advances the horizon, if there are more events than are kept, but not beyond what is durable. */
  def advance(durable: Long): Unit =
    while isOn && (live ne newest) && live.nn.last <= durable && last - live.nn.last >= kept do
      shared.set(Shared.Forgotten, live.nn.last)
      // Whoever claims a slot from now on sees that horizon.
      live.nn.until = claimed()
      live = live.nn.next

  /** Drops what is needed only by appends in slots before this one. */
  def release(place: Long): Unit =
    while isOn && (oldest ne live) && oldest.nn.until <= place do
      spare = oldest
      oldest = oldest.nn.next
      shared.set(Shared.Oldest, oldest.nn.first)
      oldest.nn.previous = null
      spare.nn.next = null

  /** Whether too many events are not durable, and so cannot be forgotten. */
  def isLong(durable: Long): Boolean = isOn && last - durable > MostUnforced

  /** Compares the conditions with all events that their caller has not looked at. */
  def compare(conditions: Conditions): Unit =
    if conditions.error == null && conditions.prepare() then
      follow(conditions)
      val from = conditions.rest
      if from < last then compare(conditions, from)

  /** Compares the parts with tags, so that they need no look at events with others. */
  private def follow(conditions: Conditions): Unit =
    var at = 0
    while at < conditions.parts.length do
      val part = conditions.parts(at)
      val tag  = if part.isCandidate then part.rarest else null
      if tag != null then follow(conditions, part, tag)
      at += 1

  // From the last event with the tag to the one before, and so on.
  private def follow(conditions: Conditions, part: Conditions.Part, tag: TagState): Unit =
    val after    = conditions.begin(part)
    var chunk    = newest.nn
    var sequence = tag.last
    while sequence > after do
      while sequence < chunk.first do chunk = chunk.previous.nn
      if sequence <= conditions.first && chunk.matches(sequence, part) then conditions.found(sequence, part)
      sequence = chunk.before(sequence, tag)
    part.isCandidate = false

  private def compare(conditions: Conditions, from: Long): Unit =
    var chunk = oldest
    while chunk != null && chunk.nn.last <= from do chunk = chunk.nn.next
    while chunk != null && chunk.nn.first <= conditions.first do
      chunk.nn.compare(conditions, from)
      chunk = chunk.nn.next

private[journal] object RecentEvents:
  /** A [[RecentEvents.horizon]] while no event is remembered. */
  inline val Off = Long.MaxValue

  /** Enough that an append on what a program has just read needs no look at the files. */
  private inline val Kept = 1 << 16

  private inline val MostUnforced = 1 << 19
  private inline val ChunkSize    = 1 << 12

  // Places in what is shared, in the middle of 256 bytes.
  private object Shared:
    /** Every event after this sequence is remembered, whether it was deleted meanwhile or not. */
    inline val Forgotten = 16
    inline val Deleted   = 17
    inline val Since     = 18
    inline val Oldest    = 19
    inline val Length    = 36

  private final class Chunk(size: Int):
    /** Sequence of its first event. */
    var first = 0L
    var count = 0

    /** The slot from which on no append needs it. */
    var until: Long            = Long.MaxValue
    var next: Chunk | Null     = null
    var previous: Chunk | Null = null
    private val streams        = new Array[StreamState](size)
    private val kinds          = new Array[KindState](size)
    private val tags           = new Array[Array[TagState]](size)

    // For each tag of each event, the sequence of the last event with it before; and where those of an event start.
    private var befores = new Array[Long](size)
    private val starts  = new Array[Int](size)
    private var used    = 0

    def last: Long = first + count - 1

    def begin(sequence: Long, after: Chunk | Null): Unit =
      first = sequence
      previous = after
      count = 0
      used = 0
      until = Long.MaxValue

    def add(stream: StreamState, kind: KindState | Null, of: Array[TagState] | Null): Unit =
      streams(count) = stream
      kinds(count) = kind
      tags(count) = of
      starts(count) = used
      if of != null then link(of)
      count += 1

    private def link(of: Array[TagState]): Unit =
      if befores.length - used < of.length then
        befores = java.util.Arrays.copyOf(befores, math.max(befores.length * 2, used + of.length))
      var tag = 0
      while tag < of.length do
        befores(used) = of(tag).last
        of(tag).last = first + count
        used += 1
        tag += 1

    /** The last event before this one with a tag that it has; 0 or one that is not remembered if there is none. */
    def before(sequence: Long, tag: TagState): Long =
      val event = (sequence - first).toInt
      var at    = 0
      while tags(event)(at) ne tag do at += 1
      befores(starts(event) + at)

    def matches(sequence: Long, part: Conditions.Part): Boolean =
      val at = (sequence - first).toInt
      part.matches(streams(at), kinds(at), tags(at))

    def compare(conditions: Conditions, from: Long): Unit =
      var at = math.max(from + 1 - first, 0).toInt
      while at < count && first + at <= conditions.first do
        conditions.compare(first + at, streams(at), kinds(at), tags(at))
        at += 1
