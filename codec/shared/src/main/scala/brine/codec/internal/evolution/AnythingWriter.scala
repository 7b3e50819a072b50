package brine.codec.internal.evolution

import brine.codec.Schema.{Case, Definition, Field, Type}
import brine.codec.internal.references.SharedValues
import brine.codec.internal.schema.{Kinds, SchemaLayout}
import brine.codec.{Codec, In, Out, Shared, UnknownCase}

import java.util.IdentityHashMap

/** Writes what [[Anything]] read from `in`, with the same schema, as a separate message, and charges its bytes.
  * Sequences and maps are written one by one. Used for one message, or for those that share a dictionary.
  *
  * Makes hardly any object for a value, because a hostile block may have many values in few bytes.
  */
private[codec] final class AnythingWriter(layout: SchemaLayout, in: In):
  import AnythingWriter.*

  private var accounted = 0

  // What the schema says of fields and types, which many values ask for: by object, because comparing takes long. The
  // fields of a case have two forms, in value position and as a field.
  private val forms       = new IdentityHashMap[Vector[Field], Form]
  private val formsTagged = new IdentityHashMap[Vector[Field], Form]
  private val haveBits    = new IdentityHashMap[Type, java.lang.Boolean]

  // The header of a record, which is written before its fields.
  private var groups = new Array[Int](1)

  private def formOf(fields: Vector[Field], prefix: Int): Form =
    val all   = if prefix == 0 then forms else formsTagged
    val known = all.get(fields)
    if known != null then known
    else
      val made = Form(fields.map(_.of).toArray, layout.header(fields, prefix))
      all.put(fields, made): Unit
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
    if size - accounted > Grain then
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
    val form = formOf(fields, prefix)
    writeHeader(out, form, values, if prefix > 0 then tag else 0)
    var i = 0
    while i < form.types.length do
      if form.haveItems(i) then body(out, form.types(i), values(i)) else write(out, form.types(i), values(i))
      i += 1

  private def writeHeader(out: Out, form: Form, values: Array[AnyRef], tag: Int): Unit =
    val count = form.header.used.length
    if count > 0 then
      if groups.length < count then groups = new Array(count)
      java.util.Arrays.fill(groups, 0, count, 0)
      groups(0) = tag
      var i = 0
      while i < form.types.length do
        if form.haveItems(i) then putItems(form.header.places(i), 0, form.types(i), values(i))
        i += 1
      var group = 0
      while group < count do
        val bytes = form.header.bytes(group)
        var byte  = 0
        while byte < bytes do
          out.writeByte((groups(group) >>> (8 * byte)).toByte)
          byte += 1
        group += 1

  // What is absent has zeros in all its places.
  private def putItems(places: Array[SchemaLayout.Place], at: Int, tpe: Type, value: Any): Unit =
    if at < places.length then
      tpe match
        case Type.Wrapped(_, _, of) => putItems(places, at, of, value)
        case Type.Optional(of)      =>
          value match
            case Some(inner) =>
              putItem(places(at), 1)
              putItems(places, at + 1, of, inner)
            case _ => ()
        case _ =>
          value match
            case boolean: Boolean        => if boolean then putItem(places(at), 1)
            case tagged: Anything.Tagged => putItem(places(at), tagged.tag)
            case _: Right[?, ?]          => putItem(places(at), 1)
            case _                       => ()

  private def putItem(place: SchemaLayout.Place, bits: Int): Unit = groups(place.group) |= bits << place.shift

  /** Writes what is left of a field that has items in the header. */
  private def body(out: Out, tpe: Type, value: Any): Unit = tpe match
    case Type.Wrapped(_, _, of) => body(out, of, value)
    case Type.Optional(of)      =>
      value match
        case Some(inner) => if hasItems(of) then body(out, of, inner) else write(out, of, inner)
        case _           => ()
    case Type.Either(left, right) =>
      value match
        case Left(inner)  => write(out, left, inner)
        case Right(inner) => write(out, right, inner)
        case _            => mismatch(tpe, value)
    case Type.Named(index) =>
      val tagged = value.asInstanceOf[Anything.Tagged]
      record(out, cases(index)(tagged.tag).fields, tagged.fields, 0, 0)
    case _ => ()

  private def cases(index: Int): Vector[Case] = layout.definition(index) match
    case Definition.Sum(_, cases) => cases
    case other                    => throw IllegalArgumentException(s"${other.name} is not a sum")

  private def write(out: Out, tpe: Type, value: Any): Unit =
    account(out)
    tpe match
      case Type.Primitive(kind)     => Kinds.codec(kind).asInstanceOf[Codec[Any]].write(out, value)
      case Type.Boxed(of)           => write(out, of, value)
      case Type.Wrapped(_, _, of)   => write(out, of, value)
      case Type.Repeated(of)        => write(out, of, value)
      case Type.Custom(_)           => UnknownCase.codec.write(out, value.asInstanceOf[UnknownCase])
      case Type.Optional(of)        => writeOption(out, of, value)
      case Type.Either(left, right) => writeEither(out, left, right, value)
      case Type.Sequence(of)        => each(out, of, value.asInstanceOf[Vector[?]])
      case Type.Set(of)             => each(out, of, value.asInstanceOf[Vector[?]])
      case Type.Map(key, inner)     => entries(out, key, inner, value.asInstanceOf[scala.collection.Map[?, ?]])
      case Type.Tuple(elements)     => tuple(out, elements, value.asInstanceOf[Array[AnyRef]])
      case Type.Shared(of)          =>
        val shared = value match
          case shared: Shared[?] => shared
          case inner             => Shared(inner)
        if SharedValues.write(out, shared, layout.nameOf(of)) then write(out, of, shared.value)
      case Type.Named(index) => named(out, index, value)

  private def writeOption(out: Out, of: Type, value: Any): Unit = value match
    case Some(inner) =>
      out.writeByte(1)
      write(out, of, inner)
    case None => out.writeByte(0)
    case _    => mismatch(Type.Optional(of), value)

  private def writeEither(out: Out, left: Type, right: Type, value: Any): Unit = value match
    case Left(inner) =>
      out.writeByte(0)
      write(out, left, inner)
    case Right(inner) =>
      out.writeByte(1)
      write(out, right, inner)
    case _ => mismatch(Type.Either(left, right), value)

  private def named(out: Out, index: Int, value: Any): Unit = value match
    case tagged: Anything.Tagged =>
      val all  = cases(index)
      val bits = if all.size <= SchemaLayout.TagLimit then SchemaLayout.tagBits(all.size) else 0
      if all.size > SchemaLayout.TagLimit then out.writeUnsignedInt(tagged.tag)
      record(out, all(tagged.tag).fields, tagged.fields, bits, tagged.tag)
    case fields: Array[AnyRef] =>
      layout.definition(index) match
        case Definition.Record(_, of) => record(out, of, fields, 0, 0)
        case other                    => throw IllegalArgumentException(s"${other.name} is not a record")
    case _ => mismatch(Type.Named(index), value)

  private def tuple(out: Out, of: Vector[Type], elements: Array[AnyRef]): Unit =
    var i = 0
    while i < elements.length do
      write(out, of(i), elements(i))
      i += 1

  private def each(out: Out, of: Type, all: Vector[?]): Unit =
    out.writeUnsignedInt(all.size << 1)
    if all.nonEmpty then all.foreach(write(out, of, _))

  private def entries(out: Out, key: Type, value: Type, all: scala.collection.Map[?, ?]): Unit =
    out.writeUnsignedInt(all.size << 1)
    if all.nonEmpty then
      all.foreach: (k, v) =>
        write(out, key, k)
        write(out, value, v)

  private def mismatch(tpe: Type, value: Any): Nothing =
    throw IllegalArgumentException(s"a ${value.getClass} is no value of $tpe")

private object AnythingWriter:
  // Memory is charged once per this many steps.
  private inline val Grain = 64

  /** The fields of a record or case, and where their items are. */
  private final class Form(val types: Array[Type], val header: SchemaLayout.Header):
    val haveItems: Array[Boolean] = header.places.map(_.nonEmpty)
