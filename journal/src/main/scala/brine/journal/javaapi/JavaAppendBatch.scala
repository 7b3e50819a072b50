package brine.journal.javaapi

import brine.codec.javaapi.JavaCodec
import brine.journal.{AppendBatch, ExpectedVersion, Level, Offset, Query}
import java.util.{Set as JavaSet, UUID}
import scala.jdk.CollectionConverters.*

/** An append that is built step by step, and can be cleared and used again: [[brine.journal.AppendBatch]] with Java's
  * types. For one thread at a time.
  *
  * {{{
  * JavaAppendBatch<SiteEvent> batch = JavaAppendBatch.of(SiteEvent.CODEC);
  * batch.to("site-42", ExpectedVersion.apply(7), Set.of()).add(event);
  * log.append(batch).join();
  * batch.clear();
  * }}}
  */
final class JavaAppendBatch[A] private (underlying: AppendBatch, codec: JavaCodec[A]):
  private val encoder = Codecs.plain(codec)

  // The last set of tags, and the same for Scala.
  private var tags: JavaSet[String] = JavaSet.of()
  private var ofTags: Set[String]   = Set.empty

  /** The Scala batch. */
  def batch: AppendBatch = underlying

  /** The same batch for events of another type. */
  def withCodec[B](codec: JavaCodec[B]): JavaAppendBatch[B] = new JavaAppendBatch(underlying, codec)

  /** Number of events. */
  def events: Int = underlying.events

  /** Continues with the events of a stream of any version, without tags. */
  def to(stream: String): JavaAppendBatch[A] = to(stream, ExpectedVersion.Any, JavaSet.of())

  /** Continues with the events of a stream of any version, with tags. */
  def to(stream: String, tags: JavaSet[String]): JavaAppendBatch[A] = to(stream, ExpectedVersion.Any, tags)

  /** Continues with the events of a stream.
    *
    * @param expected
    *   the version that the stream must have before the append
    * @param tags
    *   further names to read the events by. Pass the same set each time: then it is not looked into again
    * @throws java.lang.IllegalArgumentException
    *   if a name is empty, too long or not Unicode text, or the batch has events of the stream
    */
  def to(stream: String, expected: ExpectedVersion, tags: JavaSet[String]): JavaAppendBatch[A] =
    if tags ne this.tags then
      ofTags = tags.asScala.toSet
      this.tags = tags
    underlying.to(stream, expected, ofTags): Unit
    this

  /** Adds an event to the stream that was named last.
    *
    * @throws java.lang.IllegalArgumentException
    *   if it cannot be encoded, or the events before it in the stream have another type
    * @throws java.lang.IllegalStateException
    *   if no stream was named
    */
  def add(event: A): JavaAppendBatch[A] =
    Results.encoding(underlying.add(event)(using encoder)): Unit
    this

  /** Adds a condition: no event after an offset may match a query.
    *
    * @throws java.lang.IllegalArgumentException
    *   if the offset is negative
    */
  def unless(query: Query, after: Offset): JavaAppendBatch[A] =
    underlying.unless(query, Results.checked(after)): Unit
    this

  /** Sets the idempotency key. */
  def withKey(key: UUID): JavaAppendBatch[A] =
    underlying.withKey(key): Unit
    this

  /** Sets the level; `Level.Disk` is the default. */
  def withLevel(level: Level): JavaAppendBatch[A] =
    underlying.withLevel(level): Unit
    this

  /** Removes everything: streams, events, key, conditions, and sets the level to `Level.Disk`. */
  def clear(): JavaAppendBatch[A] =
    underlying.clear(): Unit
    this

object JavaAppendBatch:
  /** An empty batch for events of a type.
    *
    * @throws java.lang.IllegalArgumentException
    *   if the codec has limits or a dictionary
    */
  def of[A](codec: JavaCodec[A]): JavaAppendBatch[A] = new JavaAppendBatch(AppendBatch(), codec)
