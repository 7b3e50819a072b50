package brine.journal

import brine.codec.Codec
import brine.journal.snapshot.SnapshotStore
import brine.journal.state.StateRecords
import java.util.UUID

/** A durable log of events, whatever stores it: streams, each with versions, and one order of all records. Write your
  * program against this type, and choose the store where you open it: files ([[Journal]]), memory in tests
  * (`brine.journal.testkit.MemoryEventLog`), or one of your own.
  *
  * {{{
  * def pay(log: EventLog, version: Long) = log.append("account-1", ExpectedVersion(version), Seq(Paid(500)))
  * }}}
  *
  * Thread-safe. Offsets follow the order in which appends commit, without gaps; only deleted events leave some. Appends
  * of one thread keep their order. An append is atomic, also across a crash.
  *
  * To implement a store, implement [[appendEncoded]], [[source]] and what else is abstract. The other methods are built
  * on these, and a store may replace them. `brine.journal.testkit.EventLogContract` tests it.
  */
trait EventLog extends EventLogReader:
  /** Appends encoded events, all or none, and passes the result to a listener. For stores, for logs that wrap another,
    * and for programs that move records without their classes; others use the methods below.
    *
    * The store calls the listener exactly once, on a [[StoreThread]] of its own; for an append that it refuses at
    * once it may be the caller's thread. Appends of one level complete in the order in which they commit. A listener
    * that throws harms nothing.
    *
    * An append that has room takes no notice of interrupts. If the store fails, an append of which nothing was written
    * is [[AppendError.Unreadable]], and one whose commit has failed is [[AppendError.OutcomeUnknown]].
    *
    * @param waits
    *   what to do when too many appends are in flight: wait, or refuse with [[AppendError.Full]]. On a [[StoreThread]]
    *   it always refuses
    * @param context
    *   a number of your choice, which the listener gets with the result
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; nothing was appended, and the listener is not called
    */
  def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean = true): Unit

  /** Whether [[appendEncoded]] takes records as another log has stored them, with their times and versions, as
    * [[EncodedAppend.stored]] says. Then the log can be the target of a copy (`LogCopy`, `JournalImport`). A store that
    * does not override this is never given such appends.
    */
  def takesStored: Boolean = false

  /** The most bytes of the events of an append, if the store has a bound. A copy has larger appends only where a single
    * record, or the records of one key, are larger.
    */
  def mostAppendBytes: Long = Long.MaxValue

  /** Appends events to a stream, all or none. Waits if there are more appends in flight than the store allows.
    *
    * @param stream
    *   name of the stream: any text of 1 to 1024 characters (UTF-16 units, without unpaired surrogates)
    * @param expected
    *   the version that the stream must have before the append
    * @param events
    *   the events, at least 1 and at most 65,535
    * @param key
    *   an idempotency key: a second append with the same key writes nothing and fails with [[AppendError.Duplicate]].
    *   The log remembers a key as long as it keeps the events
    * @param tags
    *   further names to read the events by
    * @param level
    *   what the events must survive before the append completes
    * @throws brine.codec.EncodeError
    *   if an event cannot be encoded
    * @throws IllegalArgumentException
    *   if there are no events, or a name is empty, too long or not Unicode text
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; nothing was appended
    */
  def append[A](
      stream: String,
      expected: ExpectedVersion,
      events: Seq[A],
      key: Option[UUID] = None,
      tags: Set[String] = Set.empty,
      level: Level = Level.Disk
  )(using Codec[A]): Completion =
    complete(EncodedAppend(Seq(StreamAppend(stream, expected, events, tags)), key, level), waits = true)

  /** Appends one event, whatever the version of the stream is. */
  def append[A](stream: String, event: A)(using Codec[A]): Completion =
    append(stream, ExpectedVersion.Any, Seq(event))

  /** Appends one event, and passes the result to a listener. Waits like [[append]]. The journal of files does it with
    * no allocation.
    *
    * @param context
    *   a number of your choice, which the listener gets with the result
    */
  def append[A](stream: String, event: A, level: Level, listener: AppendListener, context: Long)(using
      Codec[A]
  ): Unit =
    java.util.Objects.requireNonNull(listener, "listener"): Unit
    val one = StreamAppend(stream, ExpectedVersion.Any, Seq(event))
    appendEncoded(EncodedAppend(Seq(one), None, level), listener, context)

  /** Like [[append]], but refuses with [[AppendError.Full]] where that would wait. */
  def tryAppend[A](
      stream: String,
      expected: ExpectedVersion,
      events: Seq[A],
      key: Option[UUID] = None,
      tags: Set[String] = Set.empty,
      level: Level = Level.Disk
  )(using Codec[A]): Completion =
    complete(EncodedAppend(Seq(StreamAppend(stream, expected, events, tags)), key, level), waits = false)

  /** Appends to several streams, everything or nothing.
    *
    * @param appends
    *   the events of each stream; each stream is named once
    * @param unless
    *   conditions: the append is refused with [[AppendError.Conflict]] if an event matches one. They are checked after
    *   the key and the expected versions, and nothing comes between the check and the append
    * @throws IllegalArgumentException
    *   as [[append]], and if a stream is named twice
    */
  def appendAll(
      appends: Seq[StreamAppend[?]],
      key: Option[UUID] = None,
      level: Level = Level.Disk,
      unless: Seq[AppendCondition] = Nil
  ): Completion = complete(EncodedAppend(appends, key, level, unless), waits = true)

  /** Appends an [[AppendBatch]], everything or nothing. Waits like the other appends. */
  def append(batch: AppendBatch): Completion =
    val completion = Completion(batch.level)
    appendBatch(batch, completion, 0, waits = true)
    completion

  /** Like the append of a batch, but refuses with [[AppendError.Full]] where that would wait. */
  def tryAppend(batch: AppendBatch): Completion =
    val completion = Completion(batch.level)
    appendBatch(batch, completion, 0, waits = false)
    completion

  /** Appends an [[AppendBatch]], and passes the result to a listener. In a journal in files, a batch that is used again
    * allocates nothing, unless it has a key or conditions.
    *
    * @param context
    *   a number of your choice, which the listener gets with the result
    * @param waits
    *   what to do when too many appends are in flight: wait, or refuse with [[AppendError.Full]]
    * @throws IllegalArgumentException
    *   if the batch has no events or too many, or names a stream without events
    */
  def appendBatch(batch: AppendBatch, listener: AppendListener, context: Long, waits: Boolean = true): Unit =
    java.util.Objects.requireNonNull(listener, "listener"): Unit
    appendEncoded(batch.encoded, listener, context, waits)

  private def complete(append: EncodedAppend, waits: Boolean): Completion =
    val completion = Completion(append.level)
    appendEncoded(append, completion, 0, waits)
    completion

  /** Deletes a stream: appends a [[StreamDeleted]] event to it, which is as durable as any.
    *
    * From then on, [[read]] finds only what is appended to the stream later. Its versions continue: the deletion has
    * one, so an append that expects an older version is refused, also [[ExpectedVersion.NoStream]]. What is read in
    * the order of offsets, such as all events, those of a tag or of a query, has the events before the deletion until
    * a compaction removes them, once the segment of the deletion has ended. Conditions and keys know them as long.
    * Snapshots of the stream's state stay.
    *
    * To delete several streams at once, or under conditions, append [[StreamDeleted.of]].
    *
    * @param expected
    *   the version that the stream must have. A stream without events can be deleted, too
    * @param key
    *   an idempotency key
    * @throws IllegalArgumentException
    *   if the name is empty, too long or not Unicode text
    */
  def delete(
      stream: String,
      expected: ExpectedVersion = ExpectedVersion.Any,
      key: Option[UUID] = None,
      level: Level = Level.Disk
  ): Completion = appendAll(Seq(StreamDeleted.of(stream, expected)), key, level)

  /** The snapshots of this log: states computed from its events. */
  def snapshots: SnapshotStore

  /** The state records of this log: the newest state of each of many keys. */
  def states: StateRecords

  /** Makes every accepted append durable, ends subscriptions, and lets others open the log. Later appends are refused
    * as [[AppendError.Closed]]. Closes completely on an interrupted thread too: the thread's flag is set again when it
    * is done.
    *
    * @throws IllegalStateException
    *   on a [[StoreThread]], which it would wait for
    */
  def close(): Unit
