package brine.examples.site.importing

import brine.codec.Codec
import brine.examples.site.json.{FromJson, SiteJson}
import brine.examples.site.json.SiteJson.given
import brine.examples.site.model.*
import brine.journal.{AppendError, Completion, EventLog, ExpectedVersion}
import java.io.BufferedReader
import java.nio.ByteBuffer
import java.nio.charset.CharacterCodingException
import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_8}
import java.nio.file.{AccessDeniedException, Files, NoSuchFileException, Path}
import java.util.UUID
import scala.collection.mutable
import scala.util.Using

/** Imports files of the published study: `*.json` has one site, `*.jsonl` an event a line, of any number of sites.
  *
  * Importing a file again changes nothing: each append has a key that follows from the site, the place of its events
  * and their content. So an import that was interrupted continues when it is repeated.
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

  // Of the file that is being imported: events that are not appended yet, and how many were.
  private val waiting  = mutable.LinkedHashMap.empty[UUID, Waiting]
  private val done     = mutable.HashMap.empty[UUID, Long]
  private val inFlight = mutable.Queue.empty[(UUID, Completion)]
  private var inMemory = 0  // of them, of all sites
  private var events   = 0L
  private var source   = "" // the file's name

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
      val name = file.getFileName.toString
      if name.endsWith(".jsonl") then Using.resource(Files.newBufferedReader(file, UTF_8))(lines(file, _))
      else if name.endsWith(".json") then site(file)
      else throw ImportException(s"$file: its name must end with .json (a site) or .jsonl (an event a line)")
      waiting.keys.toVector.foreach(flush)
      while inFlight.nonEmpty do settle()
      events - before
    catch case failed: java.io.IOException => throw ImportException(s"$file cannot be read: ${reason(failed)}")
    finally
      waiting.clear()
      inMemory = 0
      done.clear()
      inFlight.clear()

  private def reason(failed: java.io.IOException): String = failed match
    case _: NoSuchFileException      => "there is no such file"
    case _: AccessDeniedException    => "this user may not read it"
    case _: CharacterCodingException => "it is not text in UTF-8"
    case other                       => Option(other.getMessage).getOrElse(other.toString)

  private def site(file: Path): Unit =
    val site = parse[Site](Files.readString(file, UTF_8), file.toString)
    SiteParts.of(site).foreach(add(site.id, _, file.toString))

  private def lines(file: Path, reader: BufferedReader): Unit =
    var number = 0
    var line   = next(file, reader)
    while line != null do
      number += 1
      if !line.isBlank then
        val where = s"$file, line $number"
        val read  = parse[SiteJson.EventLine](line, where)
        add(read.id, SiteChange(read.event, read.timestamp), where)
      line = next(file, reader)

  private def next(file: Path, reader: BufferedReader): String | Null =
    try reader.readLine()
    catch
      case _: CharacterCodingException =>
        // The reader is ahead of its lines, so the line is looked for.
        val line = Using.resource(Files.newBufferedReader(file, ISO_8859_1)): bytes =>
          Iterator.continually(bytes.readLine()).takeWhile(_ != null).indexWhere(line => !isUtf8(line)) + 1
        throw ImportException(s"$file, line $line: it is not text in UTF-8")

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
    site.characters += change.event.toString.length
    inMemory += 1
    if site.changes.size == Together || site.characters > MostCharacters then flush(id)
    else if inMemory > MostInMemory then waiting.keys.toVector.foreach(flush)

  private def flush(id: UUID): Unit =
    val changes = waiting.remove(id).fold(Vector.empty[SiteChange])(_.changes.toVector)
    inMemory -= changes.size
    if changes.nonEmpty then
      val version = done.getOrElse(id, 0L)
      done(id) = version + changes.size
      val key    = UUID.nameUUIDFromBytes(s"import $id $version ".getBytes(UTF_8) ++ Codec.encodeBare(changes))
      val stream = Sites.stream(id.toString)
      inFlight += id -> log.append(stream, ExpectedVersion(version), changes, Some(key))
      events += changes.size
      while inFlight.size > MostInFlight do settle()

  private def settle(): Unit =
    val (id, completion) = inFlight.dequeue()
    completion.await() match
      case Right(_)                                     => ()
      case Left(_: AppendError.Duplicate)               => () // an import before has done that
      case Left(AppendError.WrongVersion(_, _, actual)) =>
        throw ImportException(
          s"$source: the store has a site with the id $id already, with $actual events that are not those of this " +
            "file. An id is one site, and sites are not merged: import the file into another store (--store)"
        )
      case Left(error) => throw ImportException(s"$source: the site $id cannot be imported: ${error.message}")
    progress(events)

  private def parse[A: FromJson](text: String, where: String): A =
    SiteJson.parse[A](text).fold(wrong => throw ImportException(s"$where: $wrong"), identity)

object SiteImport:
  /** Events of a site that are appended together. */
  private val Together = 1000

  /** Characters of events that are appended together, about: stores limit the bytes of an append. */
  private val MostCharacters = 1 << 19

  /** Events of all sites that wait in memory for more. */
  private val MostInMemory = 50_000

  /** Events of a site that are not appended yet. */
  private final class Waiting:
    val changes    = mutable.ArrayBuffer.empty[SiteChange]
    var characters = 0L

  /** Appends that are under way. */
  private val MostInFlight = 256

/** Why a file cannot be imported: what, where, and what to do. */
final class ImportException(message: String) extends RuntimeException(message)
