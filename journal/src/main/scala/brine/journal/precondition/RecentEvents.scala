package brine.journal.precondition

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

  // Every event after this sequence is remembered, whether it was deleted meanwhile or not.
  @volatile private var forgotten: Long = Off
  @volatile private var deleted         = 0L

  /** Every event after this sequence is remembered, and none of them was deleted before an append looks at the horizon;
    * [[RecentEvents.Off]] as long as none is remembered. Any thread reads it.
    */
  def horizon: Long =
    val after = forgotten
    if after == Off then Off else math.max(after, deleted)

  /** From this sequence on, tags and kinds name their last event. Any thread reads it. */
  @volatile var since: Long = Off

  /** Sequence of the first event that is remembered, for whatever append; [[RecentEvents.Off]] as long as none is. Any
    * thread reads it.
    */
  @volatile var oldestSequence: Long = Off

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
    if sequence > deleted then deleted = sequence

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
      oldestSequence = sequence + 1
      since = sequence
      forgotten = sequence
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
    if tags != null then
      var tag = 0
      while tag < tags.length do
        tags(tag).last = last
        tag += 1
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
    next.begin(last)
    newest.nn.next = next
    newest = next
    next

  /** Advances the horizon, if there are more events than are kept, but not beyond what is durable. */
  def advance(durable: Long): Unit =
    while isOn && (live ne newest) && live.nn.last <= durable && last - live.nn.last >= kept do
      forgotten = live.nn.last
      // Whoever claims a slot from now on sees that horizon.
      live.nn.until = claimed()
      live = live.nn.next

  /** Drops what is needed only by appends in slots before this one. */
  def release(place: Long): Unit =
    while isOn && (oldest ne live) && oldest.nn.until <= place do
      spare = oldest
      oldest = oldest.nn.next
      oldestSequence = oldest.nn.first
      spare.nn.next = null

  /** Whether too many events are not durable, and so cannot be forgotten. */
  def isLong(durable: Long): Boolean = isOn && last - durable > MostUnforced

  /** Compares the conditions with all events that their caller has not looked at. */
  def compare(conditions: Conditions): Unit =
    if conditions.error == null then
      val from = conditions.prepare()
      if from < last then compare(conditions, from)

  private def compare(conditions: Conditions, from: Long): Unit =
    var chunk = oldest
    while chunk != null && chunk.nn.last <= from do chunk = chunk.nn.next
    while chunk != null && conditions.error == null do
      chunk.nn.compare(conditions, from)
      chunk = chunk.nn.next

private[journal] object RecentEvents:
  /** A [[RecentEvents.horizon]] while no event is remembered. */
  inline val Off = Long.MaxValue

  /** Enough that an append on what a program has just read needs no look at the files. */
  private inline val Kept = 1 << 16

  private inline val MostUnforced = 1 << 19
  private inline val ChunkSize    = 1 << 12

  private final class Chunk(size: Int):
    /** Sequence of its first event. */
    var first = 0L
    var count = 0

    /** The slot from which on no append needs it. */
    var until: Long        = Long.MaxValue
    var next: Chunk | Null = null
    private val streams    = new Array[StreamState](size)
    private val kinds      = new Array[KindState](size)
    private val tags       = new Array[Array[TagState]](size)

    def last: Long = first + count - 1

    def begin(sequence: Long): Unit =
      first = sequence
      count = 0
      until = Long.MaxValue

    def add(stream: StreamState, kind: KindState | Null, of: Array[TagState] | Null): Unit =
      streams(count) = stream
      kinds(count) = kind
      tags(count) = of
      count += 1

    def compare(conditions: Conditions, from: Long): Unit =
      var at = math.max(from + 1 - first, 0).toInt
      while at < count && conditions.error == null do
        conditions.compare(first + at, streams(at), kinds(at), tags(at))
        at += 1
