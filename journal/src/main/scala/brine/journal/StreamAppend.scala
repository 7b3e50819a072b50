package brine.journal

import brine.codec.Codec

/** Events for one stream, as part of an append to several.
  *
  * @param stream
  *   name of the stream
  * @param expected
  *   version that the stream must have before the whole append
  * @param events
  *   the events, at least one
  * @param tags
  *   further names to read the events by
  * @param codec
  *   encodes the events
  */
final class StreamAppend[A] private (
    val stream: String,
    val expected: ExpectedVersion,
    val events: Seq[A],
    val tags: Set[String],
    val codec: Codec[A]
)

object StreamAppend:
  /** Events for one stream. */
  def apply[A](
      stream: String,
      expected: ExpectedVersion,
      events: Seq[A],
      tags: Set[String] = Set.empty
  )(using codec: Codec[A]): StreamAppend[A] =
    java.util.Objects.requireNonNull(expected, "expected"): Unit
    new StreamAppend(stream, expected, events, tags, codec)
