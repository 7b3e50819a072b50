package brine.codec.inspect

import brine.codec.inspect.internal.{Outcome, Run, Sink}
import brine.codec.{Codec, DecodeError, Limits, Schema, UnknownCase}

/** Decodes bytes by a schema alone, without the classes of the program that wrote them.
  *
  * {{{
  * val schema = Codec[Order].schema                 // or read from a file or a container
  * Inspect.value(bytes, schema).map(_.text)         // the value
  * println(Inspect.dump(bytes, schema).text)        // the meaning of every byte
  * println(Inspect.profile(List(bytes), Framing.Standalone(List(schema))).text)  // bytes by part of the value
  * println(Diff(oldValue, newValue).text)           // the differences between two values
  * }}}
  *
  * Refuses what a codec refuses, with the same offset, except what only a program can check: equal elements of a set,
  * and values that a constructor or an `iemap` refuses. For any bytes and any schema, the result is values or a
  * [[brine.codec.DecodeError]]. Memory is bounded: at most 16 times what `limits` allow for decoding the bytes.
  *
  * Immutable; safe to share between threads if the codecs are. On Scala.js it needs a library that provides
  * `java.time`, as the codecs of its types do.
  *
  * @param codecs
  *   hand-written codecs (`Codec.of`), by their name in schemas. At a value of another hand-written codec, inspection
  *   of the message ends: only that codec knows how many bytes the value takes
  * @param limits
  *   limits for decoding
  */
final class Inspect(codecs: Map[String, Codec[?]] = Map.empty, limits: Limits = Limits.defaults):
  // Brine's own hand-written codecs, which callers need not pass.
  private val known: Map[String, Codec[?]] = Map(UnknownCase.Name -> UnknownCase.codec) ++ codecs

  /** Describes every byte of a message or container. After an error, the result has the entries up to the error.
    *
    * @param bytes
    *   bytes to inspect
    * @param framing
    *   how they are wrapped
    * @param from
    *   omits entries that end at or before this offset
    * @param until
    *   omits entries that start at or after this offset
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
    Run(bytes, known, limits, entries, outcome, keepsValues = false).read(framing)
    Dump(bytes, blocks.result(), entries.result, errors.result())

  /** Describes every byte of a standalone message. */
  def dump(bytes: Array[Byte], schema: Schema): Dump = dump(bytes, Framing.Standalone(List(schema)))

  /** Decodes the messages; for a container with errors, returns the first error. */
  def values(bytes: Array[Byte], framing: Framing): Either[DecodeError, Vector[Value]] =
    val values                     = Vector.newBuilder[Value]
    var first: Option[DecodeError] = None
    val outcome                    = new Outcome:
      def value(value: Value): Unit                        = values += value
      def schema(schema: Schema): Unit                     = ()
      def error(error: DecodeError): Unit                  = first = first.orElse(Some(error))
      def expanded(block: Int, payload: Array[Byte]): Unit = ()
    Run(bytes, known, limits, Sink.Nowhere, outcome, keepsValues = true).read(framing)
    first.toLeft(values.result())

  /** The distinct schemas that a container contains, in the order of their first occurrence. */
  def schemas(bytes: Array[Byte], container: Framing.Container): Either[DecodeError, Vector[Schema]] =
    val found                      = Vector.newBuilder[Schema]
    var first: Option[DecodeError] = None
    val outcome                    = new Outcome:
      def value(value: Value): Unit                        = ()
      def schema(schema: Schema): Unit                     = found += schema
      def error(error: DecodeError): Unit                  = first = first.orElse(Some(error))
      def expanded(block: Int, payload: Array[Byte]): Unit = ()
    Run(bytes, known, limits, Sink.Nowhere, outcome, keepsValues = false).read(container)
    first.toLeft(found.result().distinctBy(_.fingerprint))

  /** Decodes a standalone message. */
  def value(bytes: Array[Byte], schema: Schema): Either[DecodeError, Value] =
    values(bytes, Framing.Standalone(List(schema))).map(_.head)

  /** Decodes bare bytes. */
  def bareValue(bytes: Array[Byte], schema: Schema): Either[DecodeError, Value] =
    values(bytes, Framing.Bare(schema)).map(_.head)

  /** Sums up how many bytes each part of the values takes, over all inputs. */
  def profile(inputs: Iterable[Array[Byte]], framing: Framing): Profile = profileAll(inputs.map(_ -> framing))

  /** Like [[profile]], for inputs wrapped in different ways. */
  def profileAll(inputs: Iterable[(Array[Byte], Framing)]): Profile =
    val counts = Profile.Counts()
    inputs.foreach { (bytes, framing) =>
      counts.begin(bytes.length, limits)
      Run(bytes, known, limits, counts, counts, keepsValues = false).read(framing)
    }
    counts.result

object Inspect:
  /** An inspector with the default limits and without hand-written codecs. */
  val default: Inspect = Inspect()

  export default.*
