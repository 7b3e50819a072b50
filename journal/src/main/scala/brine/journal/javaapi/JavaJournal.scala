package brine.journal.javaapi

import brine.codec.Codec
import brine.codec.javaapi.JavaCodec
import brine.journal.*
import java.nio.file.Path
import java.util.{List as JavaList, Objects}
import java.util.concurrent.CompletableFuture
import java.util.function.Consumer
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*

/** A durable log of events of one type: [[brine.journal.Journal]] with Java's types. Thread-safe.
  *
  * {{{
  * JavaJournal<SiteEvent> journal = JavaJournal.open(Path.of("data"), SiteEvent.CODEC);
  * Appended appended = journal.append("site-42", events, AppendOptions.defaults().withExpectedVersion(7)).join();
  * journal.read("site-42").forEach(record -> …);
  * journal.subscribe(0, record -> …);
  * }}}
  *
  * The future of an append fails with a [[brine.journal.JournalException]] whose `error` is an `AppendError`, such as
  * `AppendError.WrongVersion`; `join` and `get` throw it as the cause of their own exceptions. The future completes on
  * the common pool, or on a virtual thread if that pool has fewer than two threads; never on the journal's own threads.
  */
final class JavaJournal[A] private (log: Journal, codec: JavaCodec[A]) extends JavaJournalReader[A](log, codec):
  private val encoder: Codec[A] = Codecs.plain(codec)

  override def journal: Journal = log

  /** Appends and reads events of another type in the same journal. Closing either closes both. */
  override def withCodec[B](codec: JavaCodec[B]): JavaJournal[B] = new JavaJournal(log, codec)

  /** Appends one event, whatever the version of the stream is.
    *
    * @throws java.lang.IllegalArgumentException
    *   if the event cannot be encoded, or the name is empty, too long or not Unicode text
    * @throws java.lang.InterruptedException
    *   if the thread is interrupted while it waits because too many appends are in flight; nothing was appended
    */
  @throws[InterruptedException]
  def append(stream: String, event: A): CompletableFuture[Appended] =
    Results.toFuture(Results.encoding(log.append(stream, event)(using encoder)))

  /** Appends events to a stream, all or none. Waits if there are more appends in flight than the settings allow.
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
    Results.toFuture(
      Results.encoding(
        log.append[A](
          stream,
          options.expectedVersion,
          events.asScala.toVector,
          options.key.toScala,
          options.tags.asScala.toSet,
          options.level
        )(using encoder)
      )
    )

  /** Appends one event with no allocation, and passes the result to a listener. Waits like [[append]].
    *
    * @param context
    *   a number of your choice, which the listener gets with the result
    */
  @throws[InterruptedException]
  def append(stream: String, event: A, level: Level, listener: AppendListener, context: Long): Unit =
    // Nulls would fail on the writer's thread, and end the journal.
    Objects.requireNonNull(level, "level"): Unit
    Objects.requireNonNull(listener, "listener"): Unit
    try log.append(stream, event, level, listener, context)(using encoder)
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
    *   the key and the level of the whole append. Each stream has its own expected version and tags
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
        log.appendAll(appends.asScala.map(streamAppend).toVector, options.key.toScala, options.level)
      )
    )

  private def streamAppend(one: JavaStreamAppend[A]): StreamAppend[A] =
    StreamAppend(one.stream, one.expectedVersion, one.events.asScala.toVector, one.tags.asScala.toSet)(using encoder)

  /** How the journal is: `acceptsAppends` says whether it takes appends, and `isClosed` whether it was closed. The
    * classes `JournalState.LowSpace`, `JournalState.ReadOnly` and `JournalState.Failed` say why it is not healthy.
    */
  def state: JournalState = log.state

  /** Calls a function with each change of [[state]], on a thread of the journal: the function must not block. */
  def onStateChange(listener: Consumer[JournalState]): Unit = log.onStateChange(state => listener.accept(state))

  /** Ends the current segment, if it has records, and waits until it has ended. After that, retention, compaction and
    * incremental backups include it. Does nothing if the journal accepts no appends. No interrupt ends the wait.
    */
  def endSegment(): Unit = log.endSegment()

  /** Deletes the oldest segments that the rules select, permanently. Stream versions continue as if the events were
    * there.
    */
  def retain(rules: RetentionRules): Retained = Results.orThrow(log.retain(rules))

  /** Removes the records that the rules select from ended segments. Kept records keep their offset, version and time.
    */
  def compact(rules: CompactionRules): JavaList[Compacted] = Results.orThrow(log.compact(rules)).asJava

  /** Copies every record that is durable now to a folder, which is then a journal. If the folder holds an earlier
    * backup of this journal, copies only what is new.
    */
  def backup(to: Path): BackupReport = Results.orThrow(log.backup(to))

  /** The snapshots of one type of state in this journal.
    *
    * @throws java.lang.IllegalArgumentException
    *   if the codec has limits or a dictionary
    */
  def snapshots[S](state: JavaCodec[S]): JavaSnapshots[S] = JavaSnapshots(log.snapshots, state)

object JavaJournal:
  /** Opens a journal for writing, and creates it if it is missing.
    *
    * @throws brine.journal.JournalException
    *   with an `OpenError`, for instance if the journal is open already, corrupt, or of a later release
    * @throws java.lang.IllegalArgumentException
    *   if the codec has limits or a dictionary
    */
  def open[A](folder: Path, codec: JavaCodec[A]): JavaJournal[A] = open(folder, codec, JournalSettings.defaults)

  /** Opens a journal for writing, with settings. */
  def open[A](folder: Path, codec: JavaCodec[A], settings: JournalSettings): JavaJournal[A] =
    Codecs.plain(codec): Unit // before anything is opened
    of(Journal.open(folder, settings), codec)

  /** The facade of an open journal. */
  def of[A](journal: Journal, codec: JavaCodec[A]): JavaJournal[A] = new JavaJournal(journal, codec)
