package brine.journal

import brine.codec.{Codec, Out, Schema}
import java.util.{Objects, UUID}
import scala.collection.mutable.ArrayBuffer

/** An append that is built step by step: events of several streams, each with the version it expects and its tags, a
  * key, conditions and a level. It can be cleared and used again: in a journal in files, an append without a key and
  * conditions then allocates nothing.
  *
  * {{{
  * val batch = AppendBatch()
  * batch.to("account-1", ExpectedVersion(7)).add(Withdrawn(500))
  * batch.to("account-2", ExpectedVersion.Any, tags).add(Deposited(500))
  * log.append(batch).await()
  * batch.clear()
  * }}}
  *
  * Events are encoded when they are added, and copied by the append: the batch may be changed as soon as the append
  * returns. For one thread at a time.
  */
final class AppendBatch:
  import AppendBatch.Part

  // The parts of the first append stay, for those of later ones.
  private val parts                = java.util.ArrayList[Part]()
  private var used                 = 0
  private val names                = java.util.HashSet[String]()
  private var bytes                = new Array[Byte](AppendBatch.FirstBytes)
  private var filled               = 0
  private var lengths              = new Array[Int](AppendBatch.FirstEvents)
  private var count                = 0
  private val out                  = Out()
  private var isEncoding           = false
  private var ownKey: Option[UUID] = None
  private var ownLevel: Level      = Level.Disk
  private val unlesses             = ArrayBuffer.empty[AppendCondition]

  /** Number of events. */
  def events: Int = count

  /** Length of the events in bytes. */
  def size: Int = filled

  /** The idempotency key. */
  def key: Option[UUID] = ownKey

  /** What the events must survive before the append completes. */
  def level: Level = ownLevel

  /** The conditions. */
  def conditions: Vector[AppendCondition] = unlesses.toVector

  /** Continues with the events of a stream.
    *
    * @param expected
    *   the version that the stream must have before the append
    * @param tags
    *   further names to read the events by. Pass the same set each time: then it is not looked into again
    * @throws IllegalArgumentException
    *   if a name is empty, too long or not Unicode text, or the batch has events of the stream
    */
  def to(stream: String, expected: ExpectedVersion = ExpectedVersion.Any, tags: Set[String] = Set.empty): this.type =
    requireIdle()
    Objects.requireNonNull(expected, "expected"): Unit
    Names.require("stream", stream)
    if isNamed(stream) then AppendRules.requireDistinct(Vector(stream, stream))
    if used == parts.size then parts.add(Part()): Unit
    val part = parts.get(used)
    part.begin(stream, expected)
    if part.tags ne tags then
      tags.foreach(Names.require("tag", _))
      part.setTags(tags)
    used += 1
    if used == AppendBatch.FewStreams then for at <- 0 until used do names.add(parts.get(at).stream): Unit
    else if used > AppendBatch.FewStreams then names.add(stream): Unit
    this

  /** Whether a stream was named before. Few are compared, which allocates nothing; the names of many are in a set. */
  private def isNamed(stream: String): Boolean =
    if used >= AppendBatch.FewStreams then names.contains(stream)
    else
      var at = 0
      while at < used && parts.get(at).stream != stream do at += 1
      at < used

  /** Adds an event to the stream that was named last.
    *
    * @throws brine.codec.EncodeError
    *   if it cannot be encoded; the batch is then as before
    * @throws IllegalArgumentException
    *   if the events before it in the stream have another type
    * @throws IllegalStateException
    *   if no stream was named
    */
  def add[A](event: A)(using codec: Codec[A]): this.type =
    val part = last
    part.requireSame(codec)
    out.reset()
    isEncoding = true
    try Encoding.write(codec, out, event)
    finally isEncoding = false
    val length = out.size
    reserve(length)
    out.copyTo(bytes, filled): Unit
    added(part, length)
    part.codec = codec
    this

  /** Adds an event that is encoded already, such as one that was read as [[Stored]]. Copies the bytes.
    *
    * @throws IllegalArgumentException
    *   if the events before it in the stream have another schema
    * @throws IllegalStateException
    *   if no stream was named
    */
  def addStored(schema: Schema, payload: Array[Byte]): this.type =
    Objects.requireNonNull(schema, "schema"): Unit
    Objects.requireNonNull(payload, "payload"): Unit
    val part = last
    part.requireSame(schema)
    reserve(payload.length)
    System.arraycopy(payload, 0, bytes, filled, payload.length)
    added(part, payload.length)
    part.ownSchema = schema
    this

  /** Adds a condition: no event after an offset may match a query. */
  def unless(query: Query, after: Offset): this.type =
    unlesses += AppendCondition(query, after)
    this

  /** Sets the idempotency key. */
  def withKey(key: UUID): this.type =
    ownKey = Some(Objects.requireNonNull(key, "key"))
    this

  /** Sets the level; [[Level.Disk]] is the default. */
  def withLevel(level: Level): this.type =
    ownLevel = Objects.requireNonNull(level, "level")
    this

  /** Removes everything: streams, events, key, conditions, and sets the level to [[Level.Disk]]. */
  def clear(): this.type =
    requireIdle()
    used = 0
    names.clear()
    filled = 0
    count = 0
    ownKey = None
    ownLevel = Level.Disk
    if unlesses.nonEmpty then unlesses.clear()
    if bytes.length > AppendBatch.MostKept then bytes = new Array[Byte](AppendBatch.FirstBytes)
    this

  /** The append as stores get it, with copies of the events.
    *
    * @throws IllegalArgumentException
    *   if there are no events or too many, a stream has none, or there are too many conditions
    */
  def encoded: EncodedAppend =
    requireEvents()
    val all   = Vector.newBuilder[EncodedEvents]
    var part  = 0
    var event = 0
    var at    = 0
    while part < used do
      val one      = parts.get(part)
      val payloads = Vector.newBuilder[Array[Byte]]
      for _ <- 1 to one.count do
        payloads += java.util.Arrays.copyOfRange(bytes, at, at + lengths(event))
        at += lengths(event)
        event += 1
      all += EncodedEvents(one.stream, one.expected, one.schema, payloads.result(), one.tags)
      part += 1
    EncodedAppend.of(all.result(), ownKey, ownLevel, conditions)

  // ---- For the journal in files ------------------------------------------------------------------------------------

  /** The conditions, as long as the batch is not changed. */
  private[journal] def heldConditions: collection.IndexedSeq[AppendCondition] = unlesses

  private[journal] def partCount: Int                  = used
  private[journal] def part(at: Int): AppendBatch.Part = parts.get(at)
  private[journal] def eventLength(at: Int): Int       = lengths(at)

  /** The events' bytes, one after the other, and room for more. */
  private[journal] def payloads: Array[Byte] = bytes

  private[journal] def requireEvents(): Unit =
    var inEach = used > 0
    var at     = 0
    while at < used do
      if parts.get(at).count == 0 then inEach = false
      at += 1
    AppendRules.requireEvents(inEach, count)

  // ---- Events ------------------------------------------------------------------------------------------------------

  private def requireIdle(): Unit =
    if isEncoding then throw IllegalStateException("a codec changes the batch that its event is added to")

  private def last: Part =
    requireIdle()
    if used == 0 then throw IllegalStateException("a batch needs a stream before its first event: call to(stream)")
    parts.get(used - 1)

  private def reserve(length: Int): Unit =
    if count == lengths.length then lengths = java.util.Arrays.copyOf(lengths, count * 2)
    if bytes.length - filled < length then
      val wanted = Math.addExact(filled, length)
      val twice  = if bytes.length < (1 << 29) then bytes.length * 2 else wanted
      bytes = java.util.Arrays.copyOf(bytes, math.max(wanted, twice))

  private def added(part: Part, length: Int): Unit =
    lengths(count) = length
    filled += length
    count += 1
    part.count += 1

object AppendBatch:
  private inline val FirstBytes  = 256
  private inline val FirstEvents = 8
  private inline val FewStreams  = 32
  private inline val MostKept    = 1 << 20

  /** The events of one stream. */
  private[journal] final class Part:
    var stream: String            = ""
    var expected: ExpectedVersion = ExpectedVersion.Any
    var count                     = 0

    /** The codec of its events, if it is known. */
    var codec: Codec[?] | Null   = null
    var ownSchema: Schema | Null = null
    private var ownTags          = Set.empty[String]

    /** What a journal has made of the stream, the schema and the tags, for that journal's use. The tags' stays as long
      * as they do, and names its owner.
      */
    var streamState: AnyRef | Null = null
    var schemaState: AnyRef | Null = null
    var tagStates: AnyRef | Null   = null
    var tagsOwner: AnyRef | Null   = null

    def tags: Set[String] = ownTags

    def begin(stream: String, expected: ExpectedVersion): Unit =
      this.stream = stream
      this.expected = expected
      count = 0
      codec = null
      ownSchema = null

    def setTags(tags: Set[String]): Unit =
      ownTags = tags
      tagsOwner = null
      tagStates = null

    def schema: Schema =
      val own = ownSchema
      if own != null then own else codec.nn.schema

    def requireSame(other: Codec[?]): Unit =
      if count > 0 && (codec ne other) && schema.fingerprint != other.fingerprint then refuse(other.schema)

    def requireSame(other: Schema): Unit =
      if count > 0 && (ownSchema ne other) && schema.fingerprint != other.fingerprint then refuse(other)

    private def refuse(other: Schema): Nothing =
      throw IllegalArgumentException(
        s"the events of '${JournalError.inLine(stream)}' in a batch have one type, whose schema begins with " +
          s"${schema.toString.linesIterator.next()}; this event's begins with " +
          s"${other.toString.linesIterator.next()}. Use another stream, or a sealed type of both"
      )
