package brine.journal

import brine.codec.Codec

/** Events for one stream, as a part of an append to several.
  *
  * @param expected
  *   of the stream before the whole append
  */
final class StreamAppend[A] private (
    val stream: String,
    val expected: ExpectedVersion,
    val events: Seq[A],
    val tags: Set[String],
    val codec: Codec[A]
)

object StreamAppend:
  def apply[A](
      stream: String,
      expected: ExpectedVersion,
      events: Seq[A],
      tags: Set[String] = Set.empty
  )(using codec: Codec[A]): StreamAppend[A] = new StreamAppend(stream, expected, events, tags, codec)
