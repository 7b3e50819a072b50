package brine.journal.tools

import brine.codec.Schema
import brine.journal.format.{Entry, EntryReader, SegmentDictionary}
import scala.collection.mutable.ArrayBuffer

/** The streams, schemas and tags of a segment with unreadable units. Owned by one thread.
  *
  * Definitions are numbered in their order, so after a hole the number of the next one is unknown. But a writer defines
  * things right before the first event that refers to them, so that event gives the number.
  */
private[tools] final class Definitions:
  /** Has null where a definition is unknown. */
  val dictionary: SegmentDictionary = SegmentDictionary()

  // Definitions since the last event
  private val newStreams = ArrayBuffer.empty[SegmentDictionary.Stream]
  private val newSchemas = ArrayBuffer.empty[Schema]
  private val newTags    = ArrayBuffer.empty[String]

  private var isWhole = true

  /** Notes that units were skipped: from here on, only events give the numbers of definitions. */
  def skip(): Unit =
    isWhole = false
    newStreams.clear()
    newSchemas.clear()
    newTags.clear()

  /** Takes the definition at which the reader stands.
    *
    * @throws EntryReader.Malformed
    *   if the bytes of a schema are not a schema
    */
  def define(entry: EntryReader): Unit = entry.kind match
    case Entry.StreamDefinition => newStreams += SegmentDictionary.Stream(entry.name, entry.versionBefore)
    case Entry.TagDefinition    => newTags += entry.name
    case _                      => newSchemas += SegmentDictionary.schema(entry)

  /** Takes the event at which the reader stands, and counts it in its stream.
    *
    * @return
    *   what is wrong with it; empty if nothing is
    */
  def event(entry: EntryReader): String =
    if isWhole then
      dictionary.streams ++= newStreams
      dictionary.schemas ++= newSchemas
      dictionary.tags ++= newTags
    else
      // Several new definitions of a kind cannot be assigned to numbers; but the tags of an event are in order.
      if newStreams.size == 1 then put(dictionary.streams, entry.stream, newStreams.head)
      if newSchemas.size == 1 then put(dictionary.schemas, entry.schema, newSchemas.head)
      val numbers = entry.tags.take(entry.tagCount).sorted.takeRight(newTags.size)
      if numbers.length == newTags.size then numbers.zip(newTags).foreach(put(dictionary.tags, _, _))
    newStreams.clear()
    newSchemas.clear()
    newTags.clear()
    val stream = item(dictionary.streams, entry.stream)
    if stream != null then stream.nn.count(entry)
    undefined(entry)

  private def put[A <: AnyRef](all: ArrayBuffer[A], number: Int, item: A): Unit =
    if number < Definitions.Most then
      while all.size <= number do all += null.asInstanceOf[A]
      all(number) = item

  private def undefined(entry: EntryReader): String =
    def missing(what: String) = s"its $what is defined in bytes that cannot be read"
    if item(dictionary.streams, entry.stream) == null then missing("stream")
    else if item(dictionary.schemas, entry.schema) == null then missing("schema")
    else if (0 until entry.tagCount).exists(i => item(dictionary.tags, entry.tags(i)) == null) then missing("tag")
    else ""

  private def item[A <: AnyRef](all: ArrayBuffer[A], number: Int): A | Null =
    if number < all.size then all(number) else null

  def streams: Vector[SegmentDictionary.Stream] = dictionary.streams.iterator.filter(_ != null).toVector
  def schemas: Vector[Schema]                   = dictionary.schemas.iterator.filter(_ != null).toVector
  def tags: Vector[String]                      = dictionary.tags.iterator.filter(_ != null).toVector

private[tools] object Definitions:
  /** More than a segment can define: each definition takes some bytes. */
  private inline val Most = 1 << 26
