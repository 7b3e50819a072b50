package brine.journal.precondition

import brine.codec.{Codec, Schema}
import java.util.concurrent.ConcurrentHashMap

/** The streams, schemas and tags in use since the journal was opened. Thread-safe.
  *
  * A stream takes about 150 bytes of heap and its name, once it was appended to or asked for.
  *
  * @param lookUp
  *   finds the version of another stream in the segments; 0 if it has no events
  * @param expected
  *   number of streams to make room for
  */
private[journal] final class Streams(lookUp: String => Long, expected: Int = 0):
  private val streams  = ConcurrentHashMap[String, StreamState](math.max(expected, 16))
  private val schemas  = ConcurrentHashMap[Long, SchemaState]()
  private val ofCodecs = ConcurrentHashMap[Codec[?], SchemaState]()
  private val tags     = ConcurrentHashMap[String, TagState]()
  private val kinds    = ConcurrentHashMap[String, KindState]()

  def known(name: String): StreamState | Null = streams.get(name)

  def of(name: String): StreamState =
    val known = streams.get(name)
    if known != null then known
    else
      val found = StreamState(name, lookUp(name))
      // The first thread wins: the stream may have been appended to since.
      val other = streams.putIfAbsent(name, found)
      if other != null then other else found

  /** A stream as recovery found it. */
  def recovered(name: String, version: Long): StreamState =
    val state = streams.computeIfAbsent(name, StreamState(_, version))
    state.lastVersion = version
    state

  def schema(of: Schema): SchemaState = schemas.computeIfAbsent(of.fingerprint, _ => SchemaState(of))

  def schema(codec: Codec[?]): SchemaState =
    val known = ofCodecs.get(codec)
    if known != null then known
    else
      // Programs that create a codec for each append must not fill the heap.
      if ofCodecs.size > Streams.MostCodecs then ofCodecs.clear()
      val found = schema(codec.schema)
      ofCodecs.put(codec, found): Unit
      found

  def tag(name: String): TagState =
    val known = tags.get(name)
    if known != null then known else tags.computeIfAbsent(name, TagState(_))

  def kind(name: String): KindState =
    val known = kinds.get(name)
    if known != null then known else kinds.computeIfAbsent(name, KindState(_))

private[journal] object Streams:
  private inline val MostCodecs = 10000
