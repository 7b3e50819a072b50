package brine.codec.internal.evolution

import brine.codec.Schema.{Definition, Field, Type}
import brine.codec.internal.references.SharedValues
import brine.codec.internal.schema.{Kinds, SchemaLayout}
import brine.codec.{Codec, In, Out, Schema, Shared, UnknownCase}

import java.util.IdentityHashMap

/** Writes what [[Anything]] read from `in`, with the same schema, as a separate message, and charges its bytes.
  * Sequences and maps are written one by one. Used for one message.
  */
private[codec] final class AnythingWriter(layout: SchemaLayout, in: In):
  private var accounted = 0

  // What the schema says of fields and types, which many messages ask for: as objects, because comparing takes long.
  private val headers  = new IdentityHashMap[Vector[Field], SchemaLayout.Header]
  private val haveBits = new IdentityHashMap[Type, java.lang.Boolean]

  private def headerOf(fields: Vector[Field], prefix: Int): SchemaLayout.Header =
    val known = headers.get(fields)
    if known != null && prefix == 0 then known
    else
      val made = layout.header(fields, prefix)
      if prefix == 0 then headers.put(fields, made): Unit
      made

  private def hasItems(tpe: Type): Boolean =
    val known = haveBits.get(tpe)
    if known != null then known
    else
      val made = layout.items(tpe).nonEmpty
      haveBits.put(tpe, made): Unit
      made

  // A reference of one byte in the message may have become the whole value it refers to.
  private def account(out: Out): Unit =
    val size = out.size
    if size - accounted > AnythingWriter.Grain then
      in.charge(size - accounted)
      accounted = size

  /** Writes the fields of a case as a message. */
  def message(out: Out, fields: Vector[Field], values: Array[AnyRef]): Unit =
    record(out, fields, values, 0, 0)
    in.charge(out.size - accounted)

  /** Writes a value of a type in value position, also as one of several messages that share a dictionary. No value may
    * be marked by `@dict`: such a value would need its entry of the dictionary.
    */
  def value(out: Out, tpe: Type, value: Any): Unit = write(out, tpe, value)

  /** Writes the fields of a record, after `prefix` bits of a header whose lowest bits are `tag`. */
  private def record(out: Out, fields: Vector[Field], values: Array[AnyRef], prefix: Int, tag: Int): Unit =
    val header = headerOf(fields, prefix)
    val groups = new Array[Int](header.used.length)
    if prefix > 0 then groups(0) = tag
    fields.indices.foreach { i =>
      val places = header.places(i)
      if hasItems(fields(i).of) then
        items(fields(i).of, values(i)).zip(places).foreach((bits, place) => groups(place.group) |= bits << place.shift)
    }
    groups.indices.foreach { group =>
      var byte = 0
      while byte < header.bytes(group) do
        out.writeByte((groups(group) >>> (8 * byte)).toByte)
        byte += 1
    }
    fields.indices.foreach(i => body(out, fields(i).of, values(i)))

  private def items(tpe: Type, value: Any): List[Int] = (tpe, value) match
    case (Type.Wrapped(_, _, of), _)      => items(of, value)
    case (Type.Optional(of), None)        => 0 :: layout.items(of).map(_ => 0)
    case (Type.Optional(of), Some(inner)) => 1 :: items(of, inner)
    case (_: Type.Either, either)         => List(if either.isInstanceOf[Left[?, ?]] then 0 else 1)
    case (_, boolean: Boolean)            => if layout.items(tpe).isEmpty then Nil else List(if boolean then 1 else 0)
    case (_, tagged: Anything.Tagged)     => if layout.items(tpe).isEmpty then Nil else List(tagged.tag)
    case _                                => Nil

  private def body(out: Out, tpe: Type, value: Any): Unit =
    if !hasItems(tpe) then write(out, tpe, value)
    else
      (tpe, value) match
        case (Type.Wrapped(_, _, of), _)                  => body(out, of, value)
        case (Type.Optional(of), Some(inner))             => body(out, of, inner)
        case (Type.Either(left, _), Left(inner))          => write(out, left, inner)
        case (Type.Either(_, right), Right(inner))        => write(out, right, inner)
        case (Type.Named(index), tagged: Anything.Tagged) =>
          caseOf(index, tagged)((c, _) => record(out, c.fields, tagged.fields, 0, 0))
        case _ => ()

  private def caseOf(index: Int, tagged: Anything.Tagged)(write: (Schema.Case, Int) => Unit): Unit =
    layout.definition(index) match
      case Definition.Sum(_, cases) => write(cases(tagged.tag), cases.size)
      case other                    => throw IllegalArgumentException(s"${other.name} is not a sum")

  private def write(out: Out, tpe: Type, value: Any): Unit =
    account(out)
    put(out, tpe, value)

  private def put(out: Out, tpe: Type, value: Any): Unit = (tpe, value) match
    case (Type.Primitive(kind), _)              => Kinds.codec(kind).asInstanceOf[Codec[Any]].write(out, value)
    case (Type.Boxed(of), _)                    => write(out, of, value)
    case (Type.Wrapped(_, _, of), _)            => write(out, of, value)
    case (Type.Repeated(of), _)                 => write(out, of, value)
    case (Type.Custom(_), unknown: UnknownCase) => UnknownCase.codec.write(out, unknown)
    case (Type.Optional(_), None)               => out.writeByte(0)
    case (Type.Optional(of), Some(inner))       => out.writeByte(1); write(out, of, inner)
    case (Type.Either(left, _), Left(inner))    => out.writeByte(0); write(out, left, inner)
    case (Type.Either(_, right), Right(inner))  => out.writeByte(1); write(out, right, inner)
    case (Type.Sequence(of), all: Vector[?])    => each(out, of, all)
    case (Type.Set(of), all: Vector[?])         => each(out, of, all)
    case (Type.Map(k, v), all: scala.collection.Map[?, ?]) =>
      out.writeUnsignedInt(all.size << 1)
      all.foreach { (key, inner) => write(out, k, key); write(out, v, inner) }
    case (Type.Tuple(of), all: Array[AnyRef]) => of.lazyZip(all).foreach((t, element) => write(out, t, element))
    case (Type.Shared(of), shared: Shared[?]) =>
      if SharedValues.write(out, shared, layout.nameOf(of)) then write(out, of, shared.value)
    case (Type.Shared(of), inner) =>
      if SharedValues.write(out, Shared(inner), layout.nameOf(of)) then write(out, of, inner)
    case (Type.Named(index), tagged: Anything.Tagged) =>
      caseOf(index, tagged): (c, count) =>
        val bits = if count <= SchemaLayout.TagLimit then SchemaLayout.tagBits(count) else 0
        if count > SchemaLayout.TagLimit then out.writeUnsignedInt(tagged.tag)
        record(out, c.fields, tagged.fields, bits, tagged.tag)
    case (Type.Named(index), fields: Array[AnyRef]) =>
      layout.definition(index) match
        case Definition.Record(_, of) => record(out, of, fields, 0, 0)
        case other                    => throw IllegalArgumentException(s"${other.name} is not a record")
    case _ => throw IllegalArgumentException(s"a ${value.getClass} is no value of $tpe")

  private def each(out: Out, of: Type, all: Vector[?]): Unit =
    out.writeUnsignedInt(all.size << 1)
    all.foreach(write(out, of, _))

private object AnythingWriter:
  // Memory is charged once per this many steps.
  private inline val Grain = 64
