package brine.journal.precondition

import brine.journal.Query.Clause
import brine.journal.{AppendCondition, AppendError, Offset}

/** The conditions of an append in flight. Its caller fills it, then the writer owns it. */
private[journal] final class Conditions(val all: Array[Conditions.One], streams: Streams, round: Long):
  /** Every event up to this sequence was compared with each condition. */
  var checked = 0L

  private var conflict: AppendError | Null   = null
  private var matched: Conditions.One | Null = null

  // What must not be forgotten again. Owned by the caller.
  private var pins: Pins | Null = null

  /** Sequence of the first event that matches, of those that were compared; the highest number if there is none. */
  var first: Long = Long.MaxValue

  /** Notes an event that matches. Of several conditions that it matches, the first one counts. */
  def found(sequence: Long, condition: Conditions.One): Unit =
    if sequence < first || sequence == first && isBeforeMatched(condition) then
      first = sequence
      matched = condition
      conflict = AppendError.Conflict(condition.of, Offset(sequence))

  private def isBeforeMatched(condition: Conditions.One): Boolean =
    var at = 0
    while (all(at) ne condition) && (all(at) ne matched) do at += 1
    all(at) ne matched

  /** Notes that earlier events could not be read, which says more than an event that matches. */
  def failed(error: AppendError): Unit =
    first = Long.MinValue
    conflict = error

  /** Keeps all tags and kinds, for a caller that has a slot; false if one was forgotten. */
  def keep(): Boolean = streams.round == round || keepEach()

  private def keepEach(): Boolean =
    var at = 0
    while at < all.length && all(at).keep() do at += 1
    at == all.length

  /** Finds all tags and kinds again, since one was forgotten: events since then have another. Everything must be
    * compared again. They stay remembered until [[release]].
    */
  def renew(): Unit =
    if pins == null then pins = Pins(streams)
    all.foreach(_.renew(pins.nn))
    checked = 0

  /** Ends what [[renew]] has begun, once the append is in its slot. */
  def release(): Unit = if pins != null then pins.nn.release()

  /** Why the append is refused, or null. */
  def error: AppendError | Null = conflict

  /** Whether every event after the horizon is all that has not been compared. */
  def reach(horizon: Long): Boolean =
    var at = 0
    while at < all.length && math.max(all(at).after, checked) >= horizon do at += 1
    at == all.length

  /** Prepares the comparison with the events after [[checked]]: notes which parts may match one. Returns whether one
    * may.
    */
  def prepare(): Boolean =
    var mayMatch = false
    var at       = 0
    while at < all.length do
      if all(at).prepare(begin(all(at))) then mayMatch = true
      at += 1
    mayMatch

  /** The sequence after which events are compared with a condition. */
  def begin(one: Conditions.One): Long = math.max(one.after, checked)

  /** The sequence before the first event to [[compare]]; the highest number if no part is left that may match. */
  def rest: Long =
    var from = Long.MaxValue
    var at   = 0
    while at < all.length do
      if all(at).isCandidate then from = math.min(from, begin(all(at)))
      at += 1
    from

  /** Compares an event with the parts that are left. */
  def compare(sequence: Long, stream: StreamState, kind: KindState | Null, tags: Array[TagState] | Null): Unit =
    var at = 0
    while at < all.length do
      val one = all(at)
      if one.isCandidate && sequence > one.after && one.matches(stream, kind, tags) then found(sequence, one)
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
  def of(conditions: Seq[AppendCondition], streams: Streams, round: Long, own: NamedTags | Null): Conditions | Null =
    if conditions.isEmpty then null
    else
      val all = new Array[One](conditions.size)
      var at  = 0
      while at < all.length do
        all(at) = one(conditions(at), streams, round, own)
        at += 1
      Conditions(all, streams, round)

  private def one(condition: AppendCondition, streams: Streams, round: Long, own: NamedTags | Null): One =
    val clauses = condition.query.clauses
    val parts   = new Array[Part](clauses.size)
    var at      = 0
    while at < parts.length do
      parts(at) = part(clauses(at), streams, round, own)
      at += 1
    One(condition, parts)

  private def part(clause: Clause, streams: Streams, round: Long, own: NamedTags | Null): Part =
    val tags  = if clause.tags.isEmpty then NoTags else new Array[TagState](clause.tags.size)
    val kinds = if clause.kinds.isEmpty then NoKinds else new Array[KindState](clause.kinds.size)
    if tags.length > 0 then
      fill(tags, clause.tags): name =>
        val known = if own == null then null else own.find(name)
        if known == null then streams.tag(name, round) else known
    if kinds.length > 0 then fill(kinds, clause.kinds)(streams.kind(_, round))
    Part(clause, tags, kinds)

  // Each append with a condition does this, so there is no chain of iterators.
  private inline def fill[A](states: Array[A], names: Set[String])(inline state: String => A): Unit =
    val each = names.iterator
    var at   = 0
    while at < states.length do
      states(at) = state(each.next())
      at += 1

  /** One condition. */
  final class One private[Conditions] (val of: AppendCondition, val parts: Array[Part]):
    val after: Long = of.after.sequence

    /** Whether an event may match one of the parts that are left. */
    def isCandidate: Boolean =
      var at = 0
      while at < parts.length && !parts(at).isCandidate do at += 1
      at < parts.length

    /** Whether an event after this sequence may match. No event does if the last one of a tag, or those of all kinds,
      * are not after it. The sequence must be one from which on [[RecentEvents]] has noted them.
      */
    def prepare(sequence: Long): Boolean =
      var at = 0
      while at < parts.length do
        parts(at).isCandidate = parts(at).mayMatch(sequence)
        at += 1
      isCandidate

    /** A sequence after which no event matches, for a caller.
      *
      * @param since
      *   from this sequence on, [[RecentEvents]] has noted the last events of all tags and kinds; before that, of those
      *   tags that know all of theirs
      */
    def last(since: Long): Long =
      var last = 0L
      var at   = 0
      while at < parts.length do
        last = math.max(last, parts(at).last(since))
        at += 1
      last

    private[Conditions] def keep(): Boolean =
      var at = 0
      while at < parts.length && parts(at).keep() do at += 1
      at == parts.length

    private[Conditions] def renew(pins: Pins): Unit = parts.foreach(_.renew(pins))

    def matches(stream: StreamState, kind: KindState | Null, tags: Array[TagState] | Null): Boolean =
      var at = 0
      while at < parts.length && !(parts(at).isCandidate && parts(at).matches(stream, kind, tags)) do at += 1
      at < parts.length

  /** A clause of a query. */
  final class Part private[Conditions] (clause: Clause, tags: Array[TagState], kinds: Array[KindState]):
    /** Whether it may match an event that was not compared with it. */
    var isCandidate          = false
    private val hasNoStreams = clause.streams.isEmpty && clause.categories.isEmpty

    def keep(): Boolean =
      var at = 0
      while at < kinds.length && kinds(at).keep() do at += 1
      at == kinds.length && Pins.keep(tags)

    def renew(pins: Pins): Unit =
      for at <- tags.indices do tags(at) = pins.tag(tags(at).name)
      for at <- kinds.indices do kinds(at) = pins.kind(kinds(at).name)

    /** The tag that was not used for longest, which few events may have; null if the part has none. */
    def rarest: TagState | Null =
      var found: TagState | Null = null
      var at                     = 0
      while at < tags.length do
        if found == null || tags(at).last < found.nn.last then found = tags(at)
        at += 1
      found

    def mayMatch(sequence: Long): Boolean =
      var at = 0
      while at < tags.length && tags(at).last > sequence do at += 1
      at == tags.length && (kinds.length == 0 || hasKindAfter(sequence))

    /** A sequence after which it matches no event: see [[One.last]]. */
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
