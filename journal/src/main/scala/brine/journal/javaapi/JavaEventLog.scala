package brine.journal.javaapi

import brine.codec.Codec
import brine.codec.javaapi.JavaCodec
import brine.journal.*
import java.util.{List as JavaList, Objects}
import java.util.concurrent.CompletableFuture
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*

/** A durable log of events of one type, whatever stores it: [[brine.journal.EventLog]] with Java's types. Thread-safe.
  *
  * {{{
  * JavaEventLog<SiteEvent> log = JavaEventLog.of(store, SiteEvent.CODEC);
  * Appended appended = log.append("site-42", events, AppendOptions.defaults().withExpectedVersion(7)).join();
  * log.read("site-42").forEach(record -> …);
  * log.subscribe(0, record -> …);
  * }}}
  *
  * The future of an append fails with a [[brine.journal.JournalException]] whose `error` is an `AppendError`, such as
  * `AppendError.WrongVersion`; `join` and `get` throw it as the cause of their own exceptions. The future completes on
  * the common pool, or on a virtual thread if that pool has fewer than two threads; never on the threads of the store.
  */
class JavaEventLog[A] private[javaapi] (store: EventLog, codec: JavaCodec[A])
    extends JavaEventLogReader[A](store, codec):
  private val encoder: Codec[A] = Codecs.plain(codec)

  override def log: EventLog = store

  /** Appends and reads events of another type in the same log. Closing either closes both. */
  override def withCodec[B](codec: JavaCodec[B]): JavaEventLog[B] = new JavaEventLog(store, codec)

  /** Appends one event, whatever the version of the stream is.
    *
    * @throws java.lang.IllegalArgumentException
    *   if the event cannot be encoded, or the name is empty, too long or not Unicode text
    * @throws java.lang.InterruptedException
    *   if the thread is interrupted while it waits because too many appends are in flight; nothing was appended
    */
  @throws[InterruptedException]
  def append(stream: String, event: A): CompletableFuture[Appended] =
    Results.toFuture(Results.encoding(store.append(stream, event)(using encoder)))

  /** Appends events to a stream, all or none. Waits if there are more appends in flight than the store allows.
    *
    * @param stream
    *   name of the stream: any text of 1 to 1024 characters
    * @param events
    *   the events, at least 1 and at most 65,535
    * @throws java.lang.IllegalArgumentException
    *   if there are no events, an event cannot be encoded, or a name is empty, too long or not Unicode text
    * @throws java.lang.InterruptedException
    *   if the thread is interrupted while it waits; nothing was appended
    */
  @throws[InterruptedException]
  def append(stream: String, events: JavaList[? <: A], options: AppendOptions): CompletableFuture[Appended] =
    val (all, key, tags) = (events.asScala.toVector, options.key.toScala, options.tags.asScala.toSet)
    Results.toFuture(
      Results.encoding:
        if options.unless.isEmpty then
          store.append[A](stream, options.expectedVersion, all, key, tags, options.level)(using encoder)
        else
          val part = StreamAppend[A](stream, options.expectedVersion, all, tags)(using encoder)
          store.appendAll(Vector(part), key, options.level, options.unless.asScala.toVector)
    )

  /** Appends one event, and passes the result to a listener. Waits like [[append]]. A journal in files allocates
    * nothing for it.
    *
    * @param context
    *   a number of your choice, which the listener gets with the result
    */
  @throws[InterruptedException]
  def append(stream: String, event: A, level: Level, listener: AppendListener, context: Long): Unit =
    // Nulls would fail on the writer's thread.
    Objects.requireNonNull(level, "level"): Unit
    Objects.requireNonNull(listener, "listener"): Unit
    try store.append(stream, event, level, listener, context)(using encoder)
    catch case error: brine.codec.EncodeError => throw IllegalArgumentException(error.getMessage, error)

  /** Appends to several streams, everything or nothing, without a key and durably.
    *
    * @param appends
    *   the events of each stream; each stream is named once
    */
  @throws[InterruptedException]
  def appendAll(appends: JavaList[JavaStreamAppend[A]]): CompletableFuture[Appended] =
    appendAll(appends, AppendOptions.defaults)

  /** Appends to several streams, everything or nothing.
    *
    * @param appends
    *   the events of each stream; each stream is named once
    * @param options
    *   the key, the level and the conditions of the whole append. Each stream has its own expected version and tags
    * @throws java.lang.IllegalArgumentException
    *   as [[append]], if a stream is named twice, and if the options have an expected version or tags
    */
  @throws[InterruptedException]
  def appendAll(appends: JavaList[JavaStreamAppend[A]], options: AppendOptions): CompletableFuture[Appended] =
    if options.expectedVersion != ExpectedVersion.Any || !options.tags.isEmpty then
      throw IllegalArgumentException(
        s"the options of appendAll have ${options.expectedVersion} and the tags ${options.tags}: " +
          "give each JavaStreamAppend its own expected version and tags"
      )
    Results.toFuture(
      Results.encoding(
        store.appendAll(
          appends.asScala.map(streamAppend).toVector,
          options.key.toScala,
          options.level,
          options.unless.asScala.toVector
        )
      )
    )

  /** Deletes a stream, durably and whatever its version is: see [[brine.journal.EventLog.delete]].
    *
    * @throws java.lang.IllegalArgumentException
    *   if the name is empty, too long or not Unicode text
    */
  @throws[InterruptedException]
  def delete(stream: String): CompletableFuture[Appended] = delete(stream, AppendOptions.defaults)

  /** Deletes a stream.
    *
    * @param options
    *   the expected version, the key, the level and the conditions
    * @throws java.lang.IllegalArgumentException
    *   as the other method, and if the options have tags
    */
  @throws[InterruptedException]
  def delete(stream: String, options: AppendOptions): CompletableFuture[Appended] =
    if !options.tags.isEmpty then
      throw IllegalArgumentException(s"a deletion has a tag of its own, not ${options.tags}: pass options without tags")
    val part = StreamDeleted.of(stream, options.expectedVersion)
    Results.toFuture(
      store.appendAll(Vector(part), options.key.toScala, options.level, options.unless.asScala.toVector)
    )

  /** Appends a batch, everything or nothing.
    *
    * @throws java.lang.IllegalArgumentException
    *   if the batch has no events or too many, or names a stream without events
    */
  @throws[InterruptedException]
  def append(batch: JavaAppendBatch[?]): CompletableFuture[Appended] = Results.toFuture(store.append(batch.batch))

  /** Appends a batch, and passes the result to a listener. In a journal in files, a batch that is used again allocates
    * nothing, unless it has a key or conditions.
    *
    * @param context
    *   a number of your choice, which the listener gets with the result
    * @param waits
    *   what to do when too many appends are in flight: wait, or refuse with `AppendError.Full`
    */
  @throws[InterruptedException]
  def append(batch: JavaAppendBatch[?], listener: AppendListener, context: Long, waits: Boolean): Unit =
    store.appendBatch(batch.batch, listener, context, waits)

  private def streamAppend(one: JavaStreamAppend[A]): StreamAppend[A] =
    StreamAppend(one.stream, one.expectedVersion, one.events.asScala.toVector, one.tags.asScala.toSet)(using encoder)

  /** The snapshots of one type of state in this log.
    *
    * @throws java.lang.IllegalArgumentException
    *   if the codec has limits or a dictionary
    */
  def snapshots[S](state: JavaCodec[S]): JavaSnapshots[S] = JavaSnapshots(store.snapshots, state)

  /** The state records of one type in this log: the newest state of each of many keys.
    *
    * @throws java.lang.IllegalArgumentException
    *   if the codec has limits or a dictionary
    */
  def states[S](state: JavaCodec[S]): JavaStates[S] = JavaStates(store.states, state)

object JavaEventLog:
  /** The facade of an open log.
    *
    * @throws java.lang.IllegalArgumentException
    *   if the codec has limits or a dictionary
    */
  def of[A](log: EventLog, codec: JavaCodec[A]): JavaEventLog[A] = new JavaEventLog(log, codec)
