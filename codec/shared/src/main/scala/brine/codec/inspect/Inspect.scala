package brine.codec.inspect

import brine.codec.inspect.internal.{Outcome, Run, Sink}
import brine.codec.{Codec, DecodeError, Limits, Schema}

/** Takes bytes apart by a schema alone, without the classes of the program that wrote them.
  *
  * {{{
  * val schema = Codec[Order].schema                 // or read from a file, or brought by a segment
  * Inspect.value(bytes, schema).map(_.text)         // what is in it
  * println(Inspect.dump(bytes, schema).text)        // what every byte is
  * println(Inspect.profile(List(bytes), Framing.Standalone(List(schema))).text)  // what takes how much
  * println(Diff(oldValue, newValue).text)           // what has changed
  * }}}
  *
  * Refuses what a codec refuses, with the same offset, but not what only a program can know: equal elements of a set, what a constructor or an
  * `iemap` refuses. Whatever the bytes and the schema are, the result is values or a [[brine.codec.DecodeError]], in memory in proportion
  * to the bytes given: at most 16 times what `limits` allow for reading them. Immutable and safe to share between threads, if the codecs
  * are. In Scala.js it needs a library for `java.time`, like the codecs of its types.
  *
  * @param codecs
  *   hand-written codecs by the name they have in schemas (`Codec.of`). Bytes of others end what can be known of a message, for
  *   nobody else knows how many they are
  */
final class Inspect(codecs: Map[String, Codec[?]] = Map.empty, limits: Limits = Limits.default):

  /** What every byte of a message or segment is. Where there is an error, what came before it.
    *
    * @param from
    *   entries that end at or before this offset are left out
    * @param until
    *   and those that start at or after this one
    */
  def dump(bytes: Array[Byte], framing: Framing, from: Int = 0, until: Int = Int.MaxValue): Dump =
    val entries = Dump.Entries(bytes.length, limits, from, until)
    val errors  = Vector.newBuilder[DecodeError]
    val blocks  = Map.newBuilder[Int, Array[Byte]]
    val outcome = new Outcome:
      def value(value: Value): Unit                        = ()
      def schema(schema: Schema): Unit                     = ()
      def error(error: DecodeError): Unit                  = errors += error
      def expanded(block: Int, payload: Array[Byte]): Unit = blocks += block -> payload
    Run(bytes, codecs, limits, entries, outcome, keepsValues = false).read(framing)
    Dump(bytes, blocks.result(), entries.result, errors.result())

  /** What every byte of a standalone message is. */
  def dump(bytes: Array[Byte], schema: Schema): Dump = dump(bytes, Framing.Standalone(List(schema)))

  /** The values of the messages; of a segment with errors the first one. */
  def values(bytes: Array[Byte], framing: Framing): Either[DecodeError, Vector[Value]] =
    val values                     = Vector.newBuilder[Value]
    var first: Option[DecodeError] = None
    val outcome                    = new Outcome:
      def value(value: Value): Unit                        = values += value
      def schema(schema: Schema): Unit                     = ()
      def error(error: DecodeError): Unit                  = first = first.orElse(Some(error))
      def expanded(block: Int, payload: Array[Byte]): Unit = ()
    Run(bytes, codecs, limits, Sink.Nowhere, outcome, keepsValues = true).read(framing)
    first.toLeft(values.result())

  /** The schemas that a segment brings, each once, in the order in which they first occur. */
  def schemas(bytes: Array[Byte], segment: Framing.Segment): Either[DecodeError, Vector[Schema]] =
    val found                      = Vector.newBuilder[Schema]
    var first: Option[DecodeError] = None
    val outcome                    = new Outcome:
      def value(value: Value): Unit                        = ()
      def schema(schema: Schema): Unit                     = found += schema
      def error(error: DecodeError): Unit                  = first = first.orElse(Some(error))
      def expanded(block: Int, payload: Array[Byte]): Unit = ()
    Run(bytes, codecs, limits, Sink.Nowhere, outcome, keepsValues = false).read(segment)
    first.toLeft(found.result().distinctBy(_.fingerprint))

  /** The value of a standalone message. */
  def value(bytes: Array[Byte], schema: Schema): Either[DecodeError, Value] =
    values(bytes, Framing.Standalone(List(schema))).map(_.head)

  /** The value of bare bytes. */
  def bareValue(bytes: Array[Byte], schema: Schema): Either[DecodeError, Value] =
    values(bytes, Framing.Bare(schema)).map(_.head)

  /** How many bytes the parts of all these messages or segments take. */
  def profile(inputs: Iterable[Array[Byte]], framing: Framing): Profile = profileAll(inputs.map(_ -> framing))

  /** The same for inputs that are wrapped in several ways. */
  def profileAll(inputs: Iterable[(Array[Byte], Framing)]): Profile =
    val counts = Profile.Counts()
    inputs.foreach { (bytes, framing) =>
      counts.begin(bytes.length, limits)
      Run(bytes, codecs, limits, counts, counts, keepsValues = false).read(framing)
    }
    counts.result

object Inspect:
  /** With the default limits and without hand-written codecs. */
  val default: Inspect = Inspect()

  export default.*
