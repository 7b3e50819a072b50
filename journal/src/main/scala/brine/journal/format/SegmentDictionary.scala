package brine.journal.format

import brine.codec.Schema
import scala.collection.mutable.ArrayBuffer

/** The streams, schemas and tags that a segment has defined so far, by their numbers. Owned by the thread that scans.
  */
private[journal] final class SegmentDictionary:
  val streams: ArrayBuffer[SegmentDictionary.Stream] = ArrayBuffer.empty
  val schemas: ArrayBuffer[Schema]                   = ArrayBuffer.empty
  val tags: ArrayBuffer[String]                      = ArrayBuffer.empty

  /** Takes the definition at which the reader stands.
    *
    * @throws EntryReader.Malformed
    *   if the bytes of a schema are not a schema
    */
  def define(entry: EntryReader): Unit = entry.kind match
    case Entry.StreamDefinition => streams += SegmentDictionary.Stream(entry.name, entry.versionBefore)
    case Entry.TagDefinition    => tags += entry.name
    case _                      => schemas += SegmentDictionary.schema(entry)

  /** The stream of the event at which the reader stands, after counting that event in its version.
    *
    * @throws EntryReader.Malformed
    *   if a number in the event is not defined
    */
  def count(entry: EntryReader): SegmentDictionary.Stream =
    if entry.stream >= streams.size then undefined("stream", entry.stream, streams.size, entry)
    if entry.schema >= schemas.size then undefined("schema", entry.schema, schemas.size, entry)
    var tag = 0
    while tag < entry.tagCount do
      if entry.tags(tag) >= tags.size then undefined("tag", entry.tags(tag), tags.size, entry)
      tag += 1
    val stream = streams(entry.stream)
    stream.count(entry)
    stream

  private def undefined(what: String, number: Int, size: Int, entry: EntryReader): Nothing =
    throw EntryReader.Malformed(s"$what number $number of $size", entry.start)

private[journal] object SegmentDictionary:
  /** A stream in a segment.
    *
    * @param name
    *   name of the stream
    * @param versionBefore
    *   version of its last event before the segment
    */
  final class Stream(val name: String, val versionBefore: Long):
    /** Version of the last event counted. */
    var version: Long = versionBefore

    /** Counts an event of the stream. */
    def count(event: EventFields): Unit =
      version = if event.versionAfter < 0 then version + 1 else versionBefore + 1 + event.versionAfter

  /** The schema in the definition at which the reader stands.
    *
    * @throws EntryReader.Malformed
    *   if its bytes are not a schema
    */
  def schema(entry: EntryReader): Schema = Schema.fromCanonical(entry.payload) match
    case Right(schema) => schema
    case Left(error)   => throw EntryReader.Malformed(s"not a schema: ${error.getMessage}", entry.payloadFrom)
