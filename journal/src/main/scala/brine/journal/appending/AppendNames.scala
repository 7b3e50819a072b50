package brine.journal.appending

import brine.codec.{Codec, Schema}
import brine.journal.Names
import brine.journal.precondition.{SchemaState, StreamState, Streams, TagState}

/** Finds the states of the names that an append has. What the writer remembers of a stream may be forgotten before the
  * append has its slot. Then the slot is returned, and the stream is looked up again: see [[Streams]]. Thread-safe.
  */
private[appending] final class AppendNames(streams: Streams):
  /** See [[Streams.round]]. */
  def round: Long = streams.round

  /** A stream, as of this round. May read from the disk. */
  def stream(name: String, round: Long): StreamState =
    Names.requireLength("stream", name)
    val known = streams.known(name, round)
    if known != null then known
    else
      Names.requireText("stream", name)
      // Its version may have to be looked up in the indexes of segments.
      streams.of(name)

  /** A stream that stays remembered until it is unpinned. May read from the disk. */
  def pinned(stream: String): StreamState = streams.pinned(stream)

  def schema(of: Schema): SchemaState      = streams.schema(of)
  def schema(codec: Codec[?]): SchemaState = streams.schema(codec)

  /** Tags, as of this round; null for none. */
  def tags(names: Set[String], round: Long): Array[TagState] | Null =
    if names.isEmpty then null
    else
      names.iterator
        .map: tag =>
          Names.require("tag", tag)
          streams.tag(tag, round)
        .toArray
