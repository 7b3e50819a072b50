package brine.journal.precondition

import brine.journal.index.IndexFormat

/** Knows of most tags that no event has them, in memory: "this name is given once" need not read indexes for each new
  * name. It begins with the first condition for which events were read that do not match, and takes some seconds in a
  * journal with millions of tags. Until then it knows of none.
  *
  * The writer adds each tag that a segment defines, from one moment on. What was defined before is read, in the
  * background: the tags of the current segment, which are in memory, and those of ended ones, from their indexes. An
  * ended segment never gets more tags, so what is not among all these was not used before it is added, but for events
  * that were deleted by the time it has read. Tags whose events were deleted since stay, which costs a look at the
  * indexes and is never wrong. Once there are more than it has memory for, and events were deleted, it begins again.
  *
  * The writer thread owns it, but for what says otherwise.
  *
  * @param most
  *   for about how many tags it takes memory
  */
private[journal] final class UsedTags(most: Int, segments: UsedTags.Segments):
  import UsedTags.*

  @volatile private var isWanted   = false
  @volatile private var hasDeleted = false

  // Set by the writer
  @volatile private var known: Known | Null = null

  /** Requests that it begins. For any thread. Returns whether the writer has to be woken for that. */
  def want(): Boolean =
    val isNew = !isWanted
    if isNew then isWanted = true
    isNew

  /** Whether it should [[begin]]. */
  def wantsBegin: Boolean = isWanted && (known == null || known.nn.isOver)

  /** Begins. All that the writer defines from now on is passed to [[add]].
    *
    * @param segment
    *   number of the current segment
    * @param defined
    *   number of the tags that it has defined
    * @param name
    *   the name of each of them, which any thread may ask for
    */
  def begin(segment: Long, defined: Int, name: Int => String): Unit =
    val begun = Known(segment, defined, name, most)
    hasDeleted = false
    known = begun
    load(begun)

  /** Notes that a segment is about to define a tag. Before it does: whoever sees the definition finds the tag. */
  def add(tag: TagState): Unit =
    val now = known
    if now != null then
      if tag.hash == 0 then now.add(IndexFormat.hash(tag.name))
      // It was not there when its state was made, and only a definition adds it.
      else if tag.wasDefined then now.add(tag.hash)
      else now.addNew(tag.hash)

  /** A new state of a tag. For any thread, which must call it while there is none, and remember the state before
    * anybody makes another one.
    *
    * @param before
    *   a sequence after which no event before has the tag, for all that the caller knows
    */
  def newTag(name: String, before: Long): TagState =
    val now = known
    if now == null || !now.isComplete then TagState(name, before)
    else
      val hash = IndexFormat.hash(name)
      if now.mayContain(hash) then TagState(name, before) else TagState(name, now.deletedUntil, hash)

  /** Whether it has begun. For any thread. */
  def hasBegun: Boolean = known != null

  /** Whether it knows all tags. For any thread. */
  def isComplete: Boolean =
    val now = known
    now != null && now.isComplete

  /** Notes that events were deleted. For any thread. */
  def deleted(): Unit = hasDeleted = true

  /** Continues to read what was defined before, if that has failed, or begins again. For any thread, when a segment has
    * ended.
    */
  def segmentEnded(): Unit =
    val now = known
    if now != null then
      if now.hasFailed then load(now)
      else if now.isComplete && now.isFull && hasDeleted then now.isOver = true // the writer sees it

  // ---- Reading what was defined before ------------------------------------------------------------------------------

  private def load(into: Known): Unit =
    into.hasFailed = false
    segments.inBackground(step(into))

  // One segment at a time: the thread has more urgent things to do.
  private def step(into: Known): Unit =
    var isDone = false
    try
      isDone = into.step(segments)
      // Of what was deleted until then, the tags may not be there.
      if isDone then into.deletedUntil = segments.deletedUntil()
      into.isComplete = isDone
      if !isDone then segments.inBackground(step(into))
    catch
      case error: Throwable =>
        into.hasFailed = true
        throw error

private[journal] object UsedTags:
  /** The segments of a journal. Thread-safe. */
  trait Segments:
    /** Numbers of the ended segments before this one. */
    def before(number: Long): Vector[Long]

    /** How many tags a segment has; none if it was deleted. May read from the disk. */
    def tagCount(number: Long): Int

    /** The hashes of a segment's tags, as [[IndexFormat]] has them; none if it was deleted. May read from the disk. */
    def hashesOfTags(number: Long): Array[Long]

    /** Sequence up to which everything was deleted. From then on it is not above the [[RecentEvents.horizon]]: the
      * writer must not look there for an event with a tag.
      */
    def deletedUntil(): Long

    /** Runs a body in the background, after what was passed before; not after the journal was closed. */
    def inBackground(body: => Unit): Unit

  /** What is known since one moment, in the segment with this number. */
  private final class Known(segment: Long, defined: Int, nameOf: Int => String, most: Int):
    private val mostBytes = most.toLong * BytesOfEach

    // Of what was defined before: owned by the thread that reads it. Of what was defined since: owned by the writer.
    @volatile private var before = NameFilter(mostBytes)
    private val since            = NameFilter(mostBytes)

    /** No event after this sequence is missing. */
    var deletedUntil         = 0L // set before the next one
    @volatile var isComplete = false
    @volatile var hasFailed  = false
    @volatile var isOver     = false

    // What is left to read: owned by the thread that reads it, one task after the other
    private var toCount: List[Long] | Null = null
    private var counted                    = defined.toLong
    private var left: List[Long] | Null    = null
    private var name                       = nameOf // nothing at the end: it has much in memory
    private var taken                      = 0

    def isFull: Boolean = before.isFull || since.isFull

    // What is in one of them stays there, so it need not be added to the other: also while that is not complete.
    def add(hash: Long): Unit = if !before.mayContain(hash) then since.add(hash)

    def addNew(hash: Long): Unit = since.addNew(hash)

    def mayContain(hash: Long): Boolean = before.mayContain(hash) || since.mayContain(hash)

    /** Counts the tags of a segment or reads them. Returns whether nothing is left to read. */
    def step(segments: Segments): Boolean =
      if toCount == null then toCount = segments.before(segment).toList
      val uncounted = toCount.nn
      if uncounted.nonEmpty then
        counted += segments.tagCount(uncounted.head)
        toCount = uncounted.tail
        false
      else
        if left == null then makeRoom()
        read(segments)

    // Each look goes through all filters. Segments may have the same tags, so there may be fewer than were counted.
    private def makeRoom(): Unit =
      val expected = math.min(counted, most.toLong)
      before = NameFilter(mostBytes, expected)
      since.expectedMore = expected

    private def read(segments: Segments): Boolean =
      if left == null then left = segments.before(segment).toList
      val numbers = left.nn
      if numbers.nonEmpty then
        segments.hashesOfTags(numbers.head).foreach(before.add)
        left = numbers.tail
        false
      else
        val until = math.min(defined, taken + NamesOfStep)
        while taken < until do
          before.add(IndexFormat.hash(name(taken)))
          taken += 1
        if taken == defined then name = _ => ""
        taken == defined

  // Twice: before and since. So there is room for three times as many tags as are remembered.
  private inline val BytesOfEach = 8L

  // How many names of the current segment are taken at a time: some milliseconds.
  private inline val NamesOfStep = 1 << 15
