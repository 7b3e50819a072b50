package brine.examples.site.importing

import brine.examples.site.Failures
import brine.examples.site.json.{FromJson, SiteJson}
import brine.examples.site.json.SiteJson.given
import brine.examples.site.model.*
import brine.journal.{AppendError, Completion, EventLog, ExpectedVersion}
import java.io.Reader
import java.nio.ByteBuffer
import java.nio.charset.CharacterCodingException
import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_8}
import java.nio.file.{AccessDeniedException, Files, NoSuchFileException, Path}
import java.util.UUID
import scala.collection.mutable
import scala.util.Using

/** Imports files of the published study: `*.json` has one site, `*.jsonl` an event a line, of any number of sites.
  *
  * Events that the store has already are compared with those of the file, and only what follows them is appended. So
  * importing a file again changes nothing, an import that was interrupted continues when it is repeated, and a file
  * that has grown adds its new events.
  *
  * An id is one site. A file with other events for an id that the store has is refused, and nothing of that site
  * changes: sites are not merged. Several files of the study have the same id.
  *
  * @param log
  *   gets the events
  * @param progress
  *   is told the number of events so far
  */
final class SiteImport(log: EventLog, progress: Long => Unit = _ => ()):
  import SiteImport.*

  // Of the file that is being imported: events that are not appended yet, and what became of those before.
  private val waiting    = mutable.LinkedHashMap.empty[UUID, Waiting]
  private val done       = mutable.HashMap.empty[UUID, Done]
  private val inFlight   = mutable.Queue.empty[(UUID, Completion)]
  private var inMemory   = 0  // of those that wait, of all sites
  private var characters = 0L // of them
  private var events     = 0L
  private var source     = "" // the file's name

  /** Imports a file.
    *
    * @return
    *   number of its events
    * @throws ImportException
    *   if the file is not valid, or a site has other events already. Sites before that are imported
    */
  def apply(file: Path): Long =
    val before = events
    source = file.toString
    try
      val name = String.valueOf(file.getFileName)
      if name.endsWith(".jsonl") then Using.resource(Files.newBufferedReader(file, UTF_8))(lines(file, _))
      else if name.endsWith(".json") then site(file)
      else throw ImportException(s"$file: its name must end with .json (a site) or .jsonl (an event a line)")
      waiting.keys.toVector.foreach(flush)
      while inFlight.nonEmpty do settle()
      events - before
    catch case failed: java.io.IOException => throw ImportException(s"$file cannot be read: ${reason(failed)}")
    finally
      // What follows may look at what is durable.
      inFlight.foreach((_, completion) => completion.await(): Unit)
      inFlight.clear()
      waiting.clear()
      inMemory = 0
      characters = 0
      done.clear()

  private def reason(failed: java.io.IOException): String = failed match
    case _: NoSuchFileException      => "there is no such file"
    case _: AccessDeniedException    => "this user may not read it"
    case _: CharacterCodingException => "it is not text in UTF-8"
    case other                       => Failures.reason(other)

  private def site(file: Path): Unit =
    val size = Files.size(file)
    if size > MostBytes then throw ImportException(s"$file: it has $size bytes: a site may have $MostBytes")
    val site = parse[Site](Files.readString(file, UTF_8).stripPrefix("\ufeff"), file.toString)
    SiteParts.of(site).foreach(add(site.id, _, file.toString))

  private def lines(file: Path, reader: Reader): Unit =
    val lines = TextLines(reader, MostOfLine)
    var line  = next(file, lines)
    while line != null do
      if !line.isBlank then
        val where = s"$file, line ${lines.number}"
        val read  = parse[SiteJson.EventLine](line, where)
        add(read.id, SiteChange(read.event, read.timestamp), where)
      line = next(file, lines)

  private def next(file: Path, lines: TextLines): String | Null =
    def refuse(number: Int, why: String) = throw ImportException(s"$file, line $number: $why")
    def tooLong(number: Int)             = refuse(number, s"it has more than $MostOfLine characters")
    try lines.next()
    catch
      case _: TextLines.TooLong        => tooLong(lines.number)
      case _: CharacterCodingException =>
        // The reader is ahead of its lines, so the line is looked for.
        Using.resource(Files.newBufferedReader(file, ISO_8859_1)): bytes =>
          val again = TextLines(bytes, 4 * MostOfLine)
          try Iterator.continually(again.next()).takeWhile(_ != null).find(line => !isUtf8(line)): Unit
          catch case _: TextLines.TooLong => tooLong(again.number)
          refuse(again.number, "it is not text in UTF-8")

  private def isUtf8(line: String): Boolean =
    try
      UTF_8.newDecoder.decode(ByteBuffer.wrap(line.getBytes(ISO_8859_1))): Unit
      true
    catch case _: CharacterCodingException => false

  private def add(id: UUID, change: SiteChange, where: String): Unit =
    val isFirst = !done.contains(id) && !waiting.contains(id)
    change.event match
      case created: SiteEvent.SiteCreated if created.id != id => throw ImportException(s"$where: the site has two ids")
      case _: SiteEvent.SiteCreated                           =>
        if !isFirst then throw ImportException(s"$where: the site $id is created twice")
      case _ => if isFirst then throw ImportException(s"$where: the first event of the site $id must be SiteCreated")
    val site = waiting.getOrElseUpdate(id, Waiting())
    site.changes += change
    val length = change.event.toString.length
    site.characters += length
    inMemory += 1
    characters += length
    if site.changes.size == Together || site.characters > MostTogether then flush(id)
    else if inMemory > MostInMemory || characters > MostCharacters then waiting.keys.toVector.foreach(flush)

  private def flush(id: UUID): Unit =
    val some    = waiting.remove(id)
    val changes = some.fold(Vector.empty[SiteChange])(_.changes.toVector)
    inMemory -= changes.size
    characters -= some.fold(0L)(_.characters)
    if changes.nonEmpty then
      val stream = Sites.stream(id.toString)
      val of   = done.getOrElseUpdate(id, Done(log.version(stream).fold(error => cannot(id, error.message), identity)))
      val rest = changes.drop(compare(id, of, changes))
      val before = of.events + changes.size - rest.size
      of.events += changes.size
      events += changes.size
      if rest.isEmpty then progress(events)
      else
        inFlight += id -> log.append(stream, ExpectedVersion(before), rest)
        while inFlight.size > MostInFlight do settle()

  /** Compares events with those that the store has at their place.
    *
    * @return
    *   how many it has
    */
  private def compare(id: UUID, of: Done, changes: Vector[SiteChange]): Int =
    val known = math.max(0L, math.min(of.stored - of.events, changes.size.toLong)).toInt
    if known > 0 then
      Using.resource(log.read[SiteChange](Sites.stream(id.toString), of.events + 1)): records =>
        for change <- changes.take(known) do
          records.next() match
            case Right(Some(record)) => if record.value != change then isOther(id, of.stored)
            case Right(None)         => isOther(id, of.stored)
            case Left(error)         => cannot(id, error.message)
    known

  private def settle(): Unit =
    val (id, completion) = inFlight.dequeue()
    completion.await() match
      case Right(_)                                     => ()
      case Left(AppendError.WrongVersion(_, _, actual)) => isOther(id, actual) // another node of a cluster has it
      case Left(error)                                  => cannot(id, error.message)
    progress(events)

  private def isOther(id: UUID, actual: Long) = throw ImportException(
    s"$source: the store has a site with the id $id already, with $actual events that are not those of this " +
      "file. An id is one site, and sites are not merged: import the file into another store (--store)"
  )

  private def cannot(id: UUID, why: String) = throw ImportException(s"$source: the site $id cannot be imported: $why")

  private def parse[A: FromJson](text: String, where: String): A =
    SiteJson.parse[A](text).fold(wrong => throw ImportException(s"$where: $wrong"), identity)

object SiteImport:
  /** Events of a site that are appended together. */
  private val Together = 1000

  /** Characters of events that are appended together, about: stores limit the bytes of an append. */
  private val MostTogether = 1 << 19

  /** Events of all sites that wait in memory for more, and their characters. */
  private val MostInMemory   = 50_000
  private val MostCharacters = 1L << 24

  /** Characters of a line. More than an append may have: JSON may write one as six. */
  private val MostOfLine = 1 << 25

  /** Bytes of a file of a site, which is in memory as a whole. */
  private val MostBytes = 1L << 28

  /** Events of a site that are not appended yet. */
  private final class Waiting:
    val changes    = mutable.ArrayBuffer.empty[SiteChange]
    var characters = 0L

  /** Events of a site before those.
    *
    * @param stored
    *   how many the store had before the file
    */
  private final class Done(val stored: Long):
    var events = 0L

  /** Appends that are under way. */
  private val MostInFlight = 256

/** Why a file cannot be imported: what, where, and what to do. */
final class ImportException(message: String) extends RuntimeException(message)
