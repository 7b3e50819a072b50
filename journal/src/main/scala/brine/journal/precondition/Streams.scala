package brine.journal.precondition

import brine.codec.{Codec, Schema}
import java.util.concurrent.ConcurrentHashMap

/** The streams, schemas and tags in use, and the kinds of events. Thread-safe.
  *
  * A stream takes about 100 bytes of heap and its name. Those of the current segment are remembered in any case, others
  * up to a number. What is forgotten was not used for long, is durable and is in segments that have ended: there a
  * stream's version is looked up when it is used again.
  *
  * An append looks up its states as follows, so that it does not use one that was forgotten meanwhile:
  *
  *   1. It takes the [[round]] before it looks up its states.
  *   1. It claims a slot of the ring.
  *   1. If there is another round by then, it asks each state to [[NamedState.keep]] itself. If one was forgotten, it
  *      returns the slot, and looks up its states by [[Pins]], which prevents that for the second attempt.
  *
  * @param most
  *   how many streams to remember, and how many tags
  * @param expected
  *   number of streams to make room for
  */
private[journal] final class Streams(home: Streams.Home, most: Int, expected: Int = 0):
  private val eviction = Eviction(() => home.claimed, () => home.handled)
  private val schemas  = ConcurrentHashMap[Long, SchemaState]()
  private val ofCodecs = ConcurrentHashMap[Codec[?], SchemaState]()

  private val streams = StreamTable()
  private val tags    = TagTable()
  private val kinds   = KindTable()

  private final class StreamTable extends StateTable[StreamState](most, eviction, expected):
    // In the current segment it has a number; all segments before are durable and have an index.
    protected def mayLeave(state: StreamState): Boolean = !state.isIn(home.segment)
    protected def leaves(state: StreamState): Unit      = ()
    protected def uses(state: StreamState): Int         = state.lastVersion.toInt
    protected def needed: Int                           = home.streamsInSegment

  private final class TagTable extends StateTable[TagState](most, eviction, 0):
    /** Sequence of the last event of a tag that was forgotten, or a later one. */
    @volatile var last = 0L

    // As long as an event with it is remembered, conditions are compared with it.
    protected def mayLeave(state: TagState): Boolean =
      !state.isIn(home.segment) && state.last < home.oldestRemembered
    protected def leaves(state: TagState): Unit = last = math.max(last, state.last)
    protected def uses(state: TagState): Int    = state.definitions
    protected def needed: Int                   = home.tagsInSegment

  private final class KindTable extends StateTable[KindState](most, eviction, 0):
    // Those of schemas are pinned. No event is of any other.
    protected def mayLeave(state: KindState): Boolean = true
    protected def leaves(state: KindState): Unit      = ()
    protected def uses(state: KindState): Int         = 0
    protected def needed: Int                         = 0

  /** Changes when states are about to be forgotten. */
  def round: Long = eviction.round

  /** A stream, if it is remembered. For readers of the current segment, whose streams are all remembered. */
  def known(name: String): StreamState | Null = streams.get(name)

  /** A tag, if it is remembered. For readers of the current segment, whose tags are all remembered. */
  def knownTag(name: String): TagState | Null = tags.get(name)

  /** A stream for an append, if it is remembered.
    *
    * @param round
    *   the [[round]] that the append has taken
    */
  def known(name: String, round: Long): StreamState | Null =
    val state = streams.get(name)
    if state == null || (round & 1) == 0 || state.keep() then state else null

  /** A stream. May read from the disk. */
  def of(name: String): StreamState =
    var state = streams.get(name)
    while state == null || !state.keep() do
      // Before the look at the table. What is appended to the stream from now on is in this segment or a later one, so
      // it stays in the table as long as this is the current one.
      val segment = home.segment
      if state != null then streams.remove(state)
      state = streams.get(name)
      if state == null then
        val version = home.version(name)
        state = streams.add(name)(if home.segment == segment then StreamState(name, version) else null)
    state

  /** A stream that stays remembered until [[NamedState.unpin]]. May read from the disk. */
  def pinned(name: String): StreamState =
    var state = of(name)
    while !state.pin() do state = of(name)
    state

  /** A stream as recovery found it, in the segment that the journal continues. */
  def recovered(name: String, version: Long): StreamState =
    val state = streams.put(name)(StreamState(name, version)).nn
    state.lastVersion = version
    state

  /** A tag as recovery found it, in the segment that the journal continues. */
  def recoveredTag(name: String): TagState = tags.put(name)(TagState(name, 0)).nn

  /** Takes a stream that recovery found in a segment that has ended, unless there are enough. */
  def recoveredInEnded(name: String, version: Long): Unit = if streams.size < most then recovered(name, version): Unit

  def schema(of: Schema): SchemaState = schemas.computeIfAbsent(of.fingerprint, _ => SchemaState(of))

  def schema(codec: Codec[?]): SchemaState =
    val known = ofCodecs.get(codec)
    if known != null then known
    else
      // Programs that create a codec for each append must not fill the heap.
      if ofCodecs.size > Streams.MostCodecs then ofCodecs.clear()
      val found = schema(codec.schema)
      ofCodecs.put(codec, found): Unit
      found

  /** A tag for an append.
    *
    * @param round
    *   the [[round]] that the append has taken
    */
  def tag(name: String, round: Long): TagState =
    val state = tags.get(name)
    // Without a look at the state, which the writer changes.
    if state != null && (round & 1) == 0 then state else tag(name)

  def tag(name: String): TagState =
    var state = tags.get(name)
    while state == null || !state.keep() do
      if state != null then tags.remove(state)
      state = tags.get(name)
      // Events with the tag may have been forgotten with it.
      if state == null then state = tags.add(name)(home.newTag(name, tags.last))
    state

  /** A kind for an append, like [[tag]]. */
  def kind(name: String, round: Long): KindState =
    val state = kinds.get(name)
    if state != null && (round & 1) == 0 then state else kind(name)

  def kind(name: String): KindState =
    var state = kinds.get(name)
    while state == null || !state.keep() do
      if state != null then kinds.remove(state)
      state = kinds.get(name)
      if state == null then state = kinds.add(name)(KindState(name))
    state

  /** A kind of a schema's events, which is remembered as long as the schema is. */
  def lastingKind(name: String): KindState =
    var state = kind(name)
    while !state.pin() do state = kind(name)
    state

  /** Forgets what is too much, looking at everything. Returns false if the writer has slots to handle before: then the
    * caller should try again later.
    */
  def trim(): Boolean = eviction.run(streams, coming = 0) & eviction.run(tags, coming = 0)

  /** How many streams are remembered, how many tags, and how many kinds. */
  def streamCount: Int = streams.size
  def tagCount: Int    = tags.size
  def kindCount: Int   = kinds.size

private[journal] object Streams:
  private inline val MostCodecs = 10000

  /** What the states depend on. Thread-safe. */
  trait Home:
    /** The version of a stream in segments that have ended; 0 if it has no events there. May read from the disk. */
    def version(stream: String): Long

    /** Number of the current segment. All segments before are durable, and have ended. */
    def segment: Long

    /** How many streams and tags the current segment defines. */
    def streamsInSegment: Int
    def tagsInSegment: Int

    /** Number of slots of the ring ever claimed, and of those that the writer has handled. */
    def claimed: Long
    def handled: Long

    /** See [[UsedTags.newTag]]. */
    def newTag(name: String, before: Long): TagState

    /** Sequence of the oldest event in [[RecentEvents]]; the highest number if there is none. */
    def oldestRemembered: Long
