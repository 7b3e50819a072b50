package brine.journal.javaapi

import brine.codec.javaapi.JavaCodec
import brine.journal.*
import java.nio.file.Path
import java.util.List as JavaList
import java.util.function.Consumer
import scala.jdk.CollectionConverters.*

/** A durable log of events of one type in files: [[brine.journal.Journal]] with Java's types. Thread-safe.
  *
  * {{{
  * JavaJournal<SiteEvent> journal = JavaJournal.open(Path.of("data"), SiteEvent.CODEC);
  * Appended appended = journal.append("site-42", events, AppendOptions.defaults().withExpectedVersion(7)).join();
  * }}}
  *
  * [[JavaEventLog]] has the methods that append and read, and says how they fail.
  */
final class JavaJournal[A] private (files: Journal, codec: JavaCodec[A]) extends JavaEventLog[A](files, codec):
  override def log: Journal = files

  /** The Scala journal, for example for the classes in `brine.journal.tools`. */
  def journal: Journal = files

  /** Appends and reads events of another type in the same journal. Closing either closes both. */
  override def withCodec[B](codec: JavaCodec[B]): JavaJournal[B] = new JavaJournal(files, codec)

  /** The journal's folder. */
  def folder: Path = files.folder

  /** How the journal is: `acceptsAppends` says whether it takes appends, and `isClosed` whether it was closed. The
    * classes `JournalState.LowSpace`, `JournalState.ReadOnly` and `JournalState.Failed` say why it is not healthy.
    */
  def state: JournalState = files.state

  /** Calls a function with each change of [[state]], on a thread of the journal: the function must not block. */
  def onStateChange(listener: Consumer[JournalState]): Unit = files.onStateChange(state => listener.accept(state))

  /** Ends the current segment, if it has records, and waits until it has ended. After that, retention, compaction and
    * incremental backups include it. Does nothing if the journal accepts no appends. No interrupt ends the wait.
    */
  def endSegment(): Unit = files.endSegment()

  /** Deletes the oldest segments that the rules select, permanently. Stream versions continue as if the events were
    * there.
    */
  def retain(rules: RetentionRules): Retained = Results.orThrow(files.retain(rules))

  /** Removes the records that the rules select from ended segments. Kept records keep their offset, version and time.
    */
  def compact(rules: CompactionRules): JavaList[Compacted] = Results.orThrow(files.compact(rules)).asJava

  /** Copies every record that is durable now to a folder, which is then a journal. If the folder holds an earlier
    * backup of this journal, copies only what is new.
    */
  def backup(to: Path): BackupReport = Results.orThrow(files.backup(to))

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
