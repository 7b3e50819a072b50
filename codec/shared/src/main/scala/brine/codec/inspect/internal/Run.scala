package brine.codec.inspect.internal

import brine.codec.inspect.{Framing, Part, Path, Value}
import brine.codec.internal.bytes.Memory
import brine.codec.internal.framing.Envelope
import brine.codec.{Codec, Compression, DecodeError, In, Limits, Schema}

import scala.collection.mutable
import scala.util.control.NonFatal

/** Receives the results of an inspection: values, errors, expanded blocks. */
private[inspect] trait Outcome:
  def value(value: Value): Unit
  def error(error: DecodeError): Unit

  /** A container contained this schema. */
  def schema(schema: Schema): Unit
  def expanded(block: Int, payload: Array[Byte]): Unit

/** One inspection: reads the envelope and walks its content. */
private[inspect] final class Run(
    bytes: Array[Byte],
    codecs: Map[String, Codec[?]],
    limits: Limits,
    sink: Sink,
    outcome: Outcome,
    keepsValues: Boolean
):
  val budget: Budget = Budget(bytes.length, limits)

  /** Deepest nesting of types and values: more than generated code can reach, unless its limit is higher. */
  val deepest: Int = math.max(Run.Deepest, if limits.depth > Int.MaxValue / 4 then Int.MaxValue else 4 * limits.depth)

  private val known = mutable.HashMap.empty[Long, Types]
  private val names = mutable.HashMap.empty[String, String]

  /** The types of a schema, created once for equal schemas. */
  def types(schema: Schema): Types =
    val found = known.getOrElseUpdate(schema.fingerprint, Types(schema, codecs, names))
    if found.schema == schema then found else Types(schema, codecs, names)

  /** Reports the next message. */
  def message(value: Value): Unit =
    outcome.value(value)
    if !keepsValues then budget.reset()

  /** Reports a schema that a container contains. */
  def brought(schema: Schema): Unit = outcome.schema(schema)

  def expanded(block: Int, payload: Array[Byte]): Unit = outcome.expanded(block, payload)

  /** Runs part of the walk; on an error, reports it and ends the part. */
  def guarded(walk: Walk, place: DecodeError => DecodeError = identity)(body: => Unit): Unit =
    def note(error: DecodeError): Unit = outcome.error(place(walk.located(error)))
    try body
    catch
      case error: DecodeError        => note(error)
      case error: StackOverflowError => note(walk.in.refused(error))
      case NonFatal(error)           => note(walk.in.refused(error))

  def read(framing: Framing): Unit = framing match
    case Framing.Bare(schema, options)    => single((_, _) => (schema, options.dictionary))
    case Framing.Standalone(schemas)      => single((walk, _) => readStandalone(walk, schemas))
    case Framing.Tagged(schemas, options) => single((walk, _) => (readTag(walk, schemas), options.dictionary))
    case Framing.Container(compressions)  =>
      ContainerWalk(bytes, sink, codecs, limits, Run.byKind(compressions), this).read()

  /** Reads a message whose envelope determines its schema and whether it uses a dictionary. */
  private def single(envelope: (Walk, In) => (Schema, Boolean)): Unit =
    val in   = In(bytes, 0, bytes.length, limits)
    val walk = Walk(in, sink, codecs, budget, deepest)
    guarded(walk):
      val (schema, hasDictionary) = envelope(walk, in)
      if hasDictionary then in.useDictionary()
      val types = this.types(schema)
      val root  = Path.Whole(types.rootName)
      walk.begin(root)
      val value = ValueWalk(walk, types).value(schema.root, root)
      walk.where = root
      in.expectEnd()
      message(value)
    walk.rest(in.end, Path.Root)("not read")

  private def readStandalone(walk: Walk, schemas: Seq[Schema]): (Schema, Boolean) =
    val in     = walk.in
    val marker = in.readByte() & 0xff
    if marker != Envelope.Marker && marker != Envelope.DictionaryMarker then
      in.failAt(0, "not a standalone message: it starts with another byte than b5 or b6")
    val hasDictionary = marker == Envelope.DictionaryMarker
    walk.entry(0, Path.Root, Part.Envelope)(
      if hasDictionary then "standalone message, with a dictionary" else "standalone message"
    )
    val found = Memory.getLongBigEndian(in.array, in.take(8))
    schemas.find(_.fingerprint == found) match
      case Some(schema) =>
        walk.entry(1, Path.Root, Part.Envelope)(s"fingerprint of ${Escaped.name(types(schema).rootName)}")
        (schema, hasDictionary)
      case None =>
        val given_ =
          schemas.map(schema => s"${Bytes.hex(schema.fingerprint)} (${Escaped.name(types(schema).rootName)})")
        in.failAt(
          1,
          s"written with schema ${Bytes
              .hex(found)}, but the schemas given are ${if given_.isEmpty then "none" else given_.mkString(", ")}"
        )

  private def readTag(walk: Walk, schemas: Map[Int, Schema]): Schema =
    val in     = walk.in
    val number = in.readUnsignedInt()
    val schema = schemas.getOrElse(
      number,
      in.failAt(
        0,
        s"a message of type ${Integer.toUnsignedString(number)}; known here are ${schemas.keys.toVector.sorted.mkString(", ")}"
      )
    )
    walk.entry(0, Path.Root, Part.Envelope)(s"type $number, ${Escaped.name(types(schema).rootName)}")
    schema

private[inspect] object Run:
  private inline val Deepest = 512

  private val standard: Vector[Compression] = Vector(Compression.Plain, Compression.Deflate)

  private def byKind(more: Seq[Compression]): Map[Int, Compression] = (standard ++ more).map(c => c.kind -> c).toMap
