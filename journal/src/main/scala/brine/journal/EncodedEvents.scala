package brine.journal

import brine.codec.{Out, Schema}

/** Encoded events for one stream, as part of an [[EncodedAppend]]. Immutable: nobody changes the arrays.
  *
  * @param stream
  *   name of the stream
  * @param expected
  *   version that the stream must have before the whole append
  * @param schema
  *   the schema of the events
  * @param payloads
  *   each event as its codec wrote it, at least one
  * @param tags
  *   further names to read the events by
  */
final class EncodedEvents private (
    val stream: String,
    val expected: ExpectedVersion,
    val schema: Schema,
    val payloads: IndexedSeq[Array[Byte]],
    val tags: Set[String]
):
  /** The kind of an event: the case that it is of its type. */
  def kind(event: Int): Option[String] = schema.cases.name(payloads(event))

  /** Length of the events in bytes. */
  val bytes: Long = payloads.iterator.map(_.length.toLong).sum

object EncodedEvents:
  /** Events that are encoded already, for instance read from another log as [[Stored]]. Copies the arrays.
    *
    * @throws IllegalArgumentException
    *   if a name is not valid, or there is no event
    */
  def apply(
      stream: String,
      expected: ExpectedVersion,
      schema: Schema,
      payloads: Seq[Array[Byte]],
      tags: Set[String] = Set.empty
  ): EncodedEvents =
    checkNames(stream, tags)
    if expected == null || schema == null then
      throw NullPointerException("expected version and schema must not be null")
    of(stream, expected, schema, payloads.map(_.clone).toVector, tags)

  /** Encodes events, each so that it can be decoded without those before it.
    *
    * @throws brine.codec.EncodeError
    *   if an event cannot be encoded
    * @throws IllegalArgumentException
    *   if a name is not valid, there is no event, or the collection changes meanwhile
    */
  def apply[A](events: StreamAppend[A]): EncodedEvents =
    checkNames(events.stream, events.tags)
    val count = events.events.size
    AppendRules.requireEvents(count > 0, count)
    val out      = Out()
    val payloads = Vector.newBuilder[Array[Byte]]
    var event    = 0
    events.events.foreach: value =>
      if event == count then throw AppendRules.changed(events.stream, count)
      out.reset()
      Encoding.write(events.codec, out, value)
      payloads += out.toArray
      event += 1
    if event < count then throw AppendRules.changed(events.stream, count)
    of(events.stream, events.expected, events.codec.schema, payloads.result(), events.tags)

  private def checkNames(stream: String, tags: Set[String]): Unit =
    Names.require("stream", stream)
    tags.foreach(Names.require("tag", _))

  private def of(
      stream: String,
      expected: ExpectedVersion,
      schema: Schema,
      payloads: Vector[Array[Byte]],
      tags: Set[String]
  ): EncodedEvents =
    AppendRules.requireEvents(payloads.nonEmpty, payloads.size)
    new EncodedEvents(stream, expected, schema, payloads, tags)
