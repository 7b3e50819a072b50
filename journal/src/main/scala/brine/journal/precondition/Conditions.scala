package brine.journal.precondition

import brine.journal.Query.Clause
import brine.journal.{AppendCondition, AppendError, Offset}

/** The conditions of an append in flight: the clauses of their queries, those of each condition together. Its caller
  * fills it, then the writer owns it.
  */
private[journal] final class Conditions private (
    val parts: Array[Conditions.Part],
    streams: Streams,
    lookup: ConditionLookup,
    round: Long
) extends EarlierLookup:
  // Each append with a condition would have a further object, if the lookup were another one.
  def look(waits: Boolean): Boolean = lookup.look(this, waits)
  def isCurrent: Boolean            = lookup.isCurrent(this)

  /** Every event up to this sequence was compared with each condition. */
  var checked = 0L

  /** The tags of the append itself, if its slot of the ring does not have them: setting one more reference of a slot
    * takes time, since a slot is old, and what it refers to is new.
    */
  var tags: Array[TagState] | Null = null

  private var conflict: AppendError | Null    = null
  private var matched: Conditions.Part | Null = null

  // What must not be forgotten again. Owned by the caller.
  private var pins: Pins | Null = null

  /** Sequence of the first event that matches, of those that were compared; the highest number if there is none. */
  var first: Long = Long.MaxValue

  /** Notes an event that matches. Of several conditions that it matches, the first one counts. */
  def found(sequence: Long, part: Conditions.Part): Unit =
    if sequence < first || sequence == first && isBeforeMatched(part) then
      first = sequence
      matched = part
      conflict = AppendError.Conflict(part.of, Offset(sequence))

  private def isBeforeMatched(part: Conditions.Part): Boolean =
    var at = 0
    while (parts(at) ne part) && (parts(at) ne matched) do at += 1
    parts(at) ne matched

  /** Notes that earlier events could not be read, which says more than an event that matches. */
  def failed(error: AppendError): Unit =
    first = Long.MinValue
    conflict = error

  /** Keeps all tags and kinds, for a caller that has a slot; false if one was forgotten. */
  def keep(): Boolean = streams.round == round || keepEach()

  private def keepEach(): Boolean =
    var at = 0
    while at < parts.length && parts(at).keep() do at += 1
    at == parts.length

  /** Finds all tags and kinds again, since one was forgotten: events since then have another. Everything must be
    * compared again. They stay remembered until [[release]].
    */
  def renew(): Unit =
    if pins == null then pins = Pins(streams)
    parts.foreach(_.renew(pins.nn))
    checked = 0

  /** Ends what [[renew]] has begun, once the append is in its slot. */
  def release(): Unit = if pins != null then pins.nn.release()

  /** Why the append is refused, or null. */
  def error: AppendError | Null = conflict

  /** Whether every event after the horizon is all that has not been compared. */
  def reach(horizon: Long): Boolean =
    var at = 0
    while at < parts.length && begin(parts(at)) >= horizon do at += 1
    at == parts.length

  /** Prepares the comparison with the events after [[checked]]: notes which parts may match one. Returns whether one
    * may.
    */
  def prepare(): Boolean =
    var mayMatch = false
    var at       = 0
    while at < parts.length do
      if parts(at).prepare(begin(parts(at))) then mayMatch = true
      at += 1
    mayMatch

  /** The sequence after which events are compared with a part. */
  def begin(part: Conditions.Part): Long = math.max(part.after, checked)

  /** The sequence before the first event to [[compare]]; the highest number if no part is left that may match. */
  def rest: Long =
    var from = Long.MaxValue
    var at   = 0
    while at < parts.length do
      if parts(at).isCandidate then from = math.min(from, begin(parts(at)))
      at += 1
    from

  /** Compares an event with the parts that are left. */
  def compare(sequence: Long, stream: StreamState, kind: KindState | Null, tags: Array[TagState] | Null): Unit =
    var at = 0
    while at < parts.length do
      val part = parts(at)
      if part.isCandidate && sequence > part.after && part.matches(stream, kind, tags) then found(sequence, part)
      at += 1

private[journal] object Conditions:
  private val NoTags  = new Array[TagState](0)
  private val NoKinds = new Array[KindState](0)

  /** The conditions of an append; null if there are none.
    *
    * @param round
    *   that of [[Streams]], taken before
    * @param own
    *   tags of the append, which its conditions often name too
    */
  def of(
      conditions: collection.IndexedSeq[AppendCondition],
      streams: Streams,
      lookup: ConditionLookup,
      round: Long,
      own: NamedTags | Null
  ): Conditions | Null =
    if conditions.isEmpty then null
    else
      val parts = new Array[Part](clausesOf(conditions))
      var one   = 0
      var at    = 0
      while one < conditions.size do
        at = fill(parts, at, conditions(one), streams, round, own)
        one += 1
      new Conditions(parts, streams, lookup, round)

  private def clausesOf(conditions: collection.IndexedSeq[AppendCondition]): Int =
    var count = 0
    var at    = 0
    while at < conditions.size do
      count += conditions(at).query.clauseCount
      at += 1
    count

  /** Sets the parts of a condition from this place on. Returns the place after them. */
  private def fill(
      parts: Array[Part],
      from: Int,
      condition: AppendCondition,
      streams: Streams,
      round: Long,
      own: NamedTags | Null
  ): Int =
    val query = condition.query
    var at    = 0
    while at < query.clauseCount do
      parts(from + at) = part(condition, query.clause(at), streams, round, own)
      at += 1
    from + at

  private def part(
      condition: AppendCondition,
      clause: Clause,
      streams: Streams,
      round: Long,
      own: NamedTags | Null
  ): Part =
    val tags  = if clause.tags.isEmpty then NoTags else new Array[TagState](clause.tags.size)
    val kinds = if clause.kinds.isEmpty then NoKinds else new Array[KindState](clause.kinds.size)
    if tags.length > 0 then
      fill(tags, clause.tags): name =>
        val known = if own == null then null else own.find(name)
        if known == null then streams.tag(name, round) else known
    if kinds.length > 0 then fill(kinds, clause.kinds)(streams.kind(_, round))
    Part(condition, clause, tags, kinds)

  // Each append with a condition does this, so there is no chain of iterators.
  private inline def fill[A](states: Array[A], names: Set[String])(inline state: String => A): Unit =
    val each = names.iterator
    var at   = 0
    while at < states.length do
      states(at) = state(each.next())
      at += 1

  /** A clause of a condition's query. */
  final class Part private[Conditions] (
      val of: AppendCondition,
      clause: Clause,
      tags: Array[TagState],
      kinds: Array[KindState]
  ):
    // Here too, so that the writer need not look at the condition, which is in the memory of another processor.
    val after: Long = of.after.sequence

    /** Whether it may match an event that was not compared with it. */
    var isCandidate          = false
    private val hasNoStreams = clause.streams.isEmpty && clause.categories.isEmpty

    def keep(): Boolean =
      var at = 0
      while at < kinds.length && kinds(at).keep() do at += 1
      at == kinds.length && Pins.keep(tags)

    private[Conditions] def renew(pins: Pins): Unit =
      for at <- tags.indices do tags(at) = pins.tag(tags(at).name)
      for at <- kinds.indices do kinds(at) = pins.kind(kinds(at).name)

    /** Notes whether an event after this sequence may match, and returns it. No event does if the last one of a tag, or
      * those of all kinds, are not after it. The sequence must be one from which on [[RecentEvents]] has noted them.
      */
    private[Conditions] def prepare(sequence: Long): Boolean =
      isCandidate = mayMatch(sequence)
      isCandidate

    /** The tag that was not used for longest, which few events may have; null if the part has none. */
    def rarest: TagState | Null =
      var found: TagState | Null = null
      var at                     = 0
      while at < tags.length do
        if found == null || tags(at).last < found.nn.last then found = tags(at)
        at += 1
      found

    private def mayMatch(sequence: Long): Boolean =
      var at = 0
      while at < tags.length && tags(at).last > sequence do at += 1
      at == tags.length && (kinds.length == 0 || hasKindAfter(sequence))

    /** A sequence after which it matches no event, for a caller.
      *
      * @param since
      *   from this sequence on, [[RecentEvents]] has noted the last events of all tags and kinds; before that, of those
      *   tags that know all of theirs
      */
    def last(since: Long): Long =
      var last = if kinds.length == 0 then Long.MaxValue else math.max(lastOfKinds, since)
      var at   = 0
      while at < tags.length do
        val tag = tags(at)
        last = math.min(last, if tag.knowsAll then tag.last else math.max(tag.last, since))
        at += 1
      last

    private def lastOfKinds: Long =
      var last = 0L
      var at   = 0
      while at < kinds.length do
        last = math.max(last, kinds(at).last)
        at += 1
      last

    private def hasKindAfter(sequence: Long): Boolean =
      var at = 0
      while at < kinds.length && kinds(at).last <= sequence do at += 1
      at < kinds.length

    def matches(stream: StreamState, kind: KindState | Null, of: Array[TagState] | Null): Boolean =
      (tags.length == 0 || of != null && hasTags(of)) && (kinds.length == 0 || kind != null && hasKind(kind)) &&
        (hasNoStreams || clause.hasStream(stream.name))

    private def hasTags(of: Array[TagState]): Boolean =
      var at = 0
      while at < tags.length && contains(of, tags(at)) do at += 1
      at == tags.length

    private def contains(of: Array[TagState], tag: TagState): Boolean =
      var at = 0
      while at < of.length && (of(at) ne tag) do at += 1
      at < of.length

    private def hasKind(kind: KindState): Boolean =
      var at = 0
      while at < kinds.length && (kinds(at) ne kind) do at += 1
      at < kinds.length
