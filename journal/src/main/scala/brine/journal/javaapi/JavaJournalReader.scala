package brine.journal.javaapi

import brine.codec.javaapi.JavaCodec
import brine.journal.{JournalReader, JournalSettings}
import java.nio.file.Path

/** Reads the events of one type from a journal in files: [[brine.journal.JournalReader]] with Java's types. Every
  * record that it returns is durable. Thread-safe.
  *
  * {{{
  * try (JavaJournalReader<SiteEvent> reader = JavaJournalReader.open(Path.of("data"), SiteEvent.CODEC)) {
  *   reader.read("site-42").forEach(record -> System.out.println(record.value()));
  * }
  * }}}
  *
  * [[JavaEventLogReader]] has the methods, and says what they throw.
  */
final class JavaJournalReader[A] private[javaapi] (reader: JournalReader, codec: JavaCodec[A])
    extends JavaEventLogReader[A](reader, codec):
  /** The Scala journal, for example for the classes in `brine.journal.tools`. */
  def journal: JournalReader = reader

  /** Reads events of another type from the same journal. Closing either closes both. */
  override def withCodec[B](codec: JavaCodec[B]): JavaJournalReader[B] = new JavaJournalReader(reader, codec)

  /** The journal's folder. */
  def folder: Path = reader.folder

object JavaJournalReader:
  /** Opens a journal for reading only, while another process may be writing it.
    *
    * @throws brine.journal.JournalException
    *   with an `OpenError`, for instance if there is no journal or it is corrupt
    */
  def open[A](folder: Path, codec: JavaCodec[A]): JavaJournalReader[A] = open(folder, codec, JournalSettings.defaults)

  /** Opens a journal for reading only, with settings. */
  def open[A](folder: Path, codec: JavaCodec[A], settings: JournalSettings): JavaJournalReader[A] =
    Codecs.plain(codec): Unit // before anything is opened
    new JavaJournalReader(JournalReader.open(folder, settings), codec)
