package brine.codec.inspect.internal

import brine.codec.Schema.{Case, Definition, Field, Kind, Type}
import brine.codec.inspect.{Part, Path, Value}
import brine.codec.internal.errors.Malformed
import brine.codec.internal.schema.Kinds
import brine.codec.internal.schema.SchemaLayout.{tagBits, Header, Place, TagLimit}

/** Reads the values of one schema: what generated code does for known types, for types known as data. Sections 5, 7, 8
  * and 9 of the format.
  */
private[inspect] final class ValueWalk(walk: Walk, types: Types):
  private val in          = walk.in
  private val sequences   = SequenceWalk(walk, types, this)
  private val maps        = MapWalk(walk, types, this)
  private val occurrences = OccurrenceWalk(walk, types, this)
  private val custom      = CustomWalk(walk)

  /** Reads a value in value position, that is, outside a record's header. */
  def value(tpe: Type, path: Path): Value =
    if walk.isEnded then Value.Unread
    else
      walk.where = path
      walk.down()
      val at     = in.position
      val result = tpe match
        case Type.Primitive(kind)     => primitive(kind, path)
        case Type.Optional(of)        => optional(of, path)
        case Type.Either(left, right) => either(left, right, path)
        case Type.Sequence(of)        => sequences.read(of, path)
        case Type.Set(of)             => sequences.read(of, path)
        case map: Type.Map            => maps.read(map, path)
        case Type.Tuple(elements)     => tuple(elements, path)
        case Type.Boxed(of)           => value(of, path)
        case Type.Named(index)        => counted(index)(named(index, path))
        case Type.Shared(of)          => occurrences.shared(of, path)
        case Type.Repeated(of)        => occurrences.repeated(of, path)
        case Type.Custom(name)        => custom.read(name, path)
        case Type.Wrapped(_, _, of)   => value(of, path)
      if in.position == at && !walk.isEnded then walk.chargeEmpty()
      walk.up()
      result

  /** Reads a value that is not divided further. */
  def primitive(kind: Kind, path: Path): Value =
    val at            = in.position
    val hasDictionary = in.dictionary != null
    val value         =
      if kind == Kind.Boolean then Booleans.of(in.readBoolean())
      else
        walk.charge(0)
        Value.Primitive(kind, Kinds.codec(kind).read(in))
    val end  = in.position
    val part =
      if end > at && Forms.isReference(kind, in.array(at) & 0xff, hasDictionary) then Part.Reference else Part.Content
    walk.entryOf(at, path, part, Some(value), 1)(Forms.of(kind, in.array, at, end, hasDictionary))
    value

  private def optional(of: Type, path: Path): Value =
    val at = in.position
    choice("an Option") match
      case 0 =>
        walk.entryOf(at, path, Part.Header, Some(Value.Absent), 1)("absent")
        Value.Absent
      case _ =>
        walk.entry(at, path, Part.Header)("present")
        walk.charge(0)
        Value.Present(value(of, path))

  private def either(left: Type, right: Type, path: Path): Value =
    val at     = in.position
    val isLeft = choice("an Either") == 0
    walk.entry(at, path, Part.Header)(if isLeft then "left" else "right")
    side(isLeft, left, right, path)

  private def side(isLeft: Boolean, left: Type, right: Type, path: Path): Value =
    walk.charge(0)
    if isLeft then Value.Left(value(left, path)) else Value.Right(value(right, path))

  private def choice(what: String): Int =
    val byte = in.readByte().toInt
    if byte != 0 && byte != 1 then Malformed.badChoice(in, what)
    byte

  private def tuple(elements: Vector[Type], path: Path): Value =
    walk.charge(elements.size)
    Value.Tuple(elements.zipWithIndex.map((of, i) => value(of, path.field(s"_${i + 1}"))))

  // ---------------------------------------------------------------- records and sums

  private def counted(index: Int)(read: => Value): Value =
    if !types.isRecursive(index) then read
    else
      in.enter()
      val result = read
      in.leave()
      result

  private def named(index: Int, path: Path): Value = types.definition(index) match
    case Definition.Record(name, fields) =>
      Value.Record(name, record(fields, types.header(index, -1, 0, fields), -1, in.position, path, None)(""))
    case Definition.Sum(name, cases) =>
      val at = in.position
      if cases.isEmpty then in.fail(s"a value of $name, which has no cases")
      else if cases.size > TagLimit then
        val tag = in.readUnsignedInt()
        if tag < 0 || tag >= cases.size then Malformed.unknownTag(in, tag, name, cases.size)
        walk.entry(at, path, Part.Header)(s"tag $tag: ${Escaped.name(cases(tag).name)}")
        caseOf(index, name, cases, tag, 0, -1, in.position, path)
      else if cases.size == 1 then caseOf(index, name, cases, 0, 0, -1, at, path)
      else
        val bits  = tagBits(cases.size)
        val first = in.readBits(1)
        val tag   = first & ((1 << bits) - 1)
        if tag >= cases.size then Malformed.unknownTag(in, tag, name, cases.size)
        caseOf(index, name, cases, tag, bits, first, at, path)

  private def caseOf(
      index: Int,
      name: String,
      cases: Vector[Case],
      tag: Int,
      prefix: Int,
      first: Int,
      at: Int,
      path: Path
  ): Value =
    val one    = cases(tag)
    val header = types.header(index, tag, prefix, one.fields)
    // A case without fields consists of its header.
    val alone  = if one.fields.isEmpty then Some(Value.Case(name, one.name, Vector.empty)) else None
    def said   = if first >= 0 then s", tag $tag: ${Escaped.name(one.name)}" else ""
    val fields = record(one.fields, header, first, at, path, alone)(said)
    alone.getOrElse(Value.Case(name, one.name, fields))

  /** Reads the fields of a record.
    *
    * @param first
    *   first byte of the header if it was read already for its tag; else -1
    * @param at
    *   index at which the header starts
    * @param alone
    *   the value, if the header is all of it
    * @param said
    *   what else the header contains, in words
    */
  private def record(
      fields: Vector[Field],
      header: Header,
      first: Int,
      at: Int,
      path: Path,
      alone: Option[Value]
  )(said: => String): Vector[(String, Value)] =
    walk.charge(fields.size)
    val groups = new Array[Int](header.used.length)
    var group  = 0
    while group < groups.length do
      groups(group) = groupBits(header.bytes(group), if group == 0 then first else -1)
      group += 1
    group = 0
    while group < groups.length do
      val used = header.used(group)
      if used % 8 != 0 && groups(group) >>> used != 0 then Malformed.badPadding(in)
      group += 1
    if in.position > at then
      walk.entryOf(at, path, Part.Header, alone, 1)(s"header of ${Bytes.count(header.used.sum, "bit")}$said")
    fields.indices.toVector.map { i =>
      val inside = path.field(fields(i).name)
      walk.where = inside
      fields(i).name -> field(fields(i).of, header.places(i), 0, groups, at, inside)
    }

  private def groupBits(bytes: Int, first: Int): Int =
    if first < 0 then in.readBits(bytes)
    else if bytes == 1 then first
    else first | in.readBits(bytes - 1) << 8

  /** Reads a field: its items from the header, of which those before `next` are known, then its own bytes. */
  private def field(tpe: Type, places: Array[Place], next: Int, groups: Array[Int], at: Int, path: Path): Value =
    def bits: Int   = groups(places(next).group) >>> places(next).shift & places(next).mask
    def bit: String = ValueWalk.bits(places(next))
    tpe match
      case Type.Primitive(Kind.Boolean) =>
        val value = Booleans.of(bits != 0)
        walk.item(at, path, Some(value))(s"$bit: Boolean")
        value
      case Type.Optional(of) =>
        if bits != 0 then
          walk.item(at, path, None)(s"$bit: present")
          walk.charge(0)
          Value.Present(field(of, places, next + 1, groups, at, path))
        else
          val areZero = places.drop(next + 1).forall(place => (groups(place.group) >>> place.shift & place.mask) == 0)
          if !areZero then Malformed.badAbsent(in)
          walk.item(at, path, Some(Value.Absent))(s"$bit: absent")
          Value.Absent
      case Type.Either(left, right) =>
        val isLeft = bits == 0
        walk.item(at, path, None)(s"$bit: ${if isLeft then "left" else "right"}")
        side(isLeft, left, right, path)
      case Type.Named(index) if next < places.length => counted(index)(tagged(index, bits, bit, at, path))
      case Type.Wrapped(_, _, of)                    => field(of, places, next, groups, at, path)
      case _                                         => value(tpe, path)

  /** Reads the case whose tag was in the enclosing record's header. */
  private def tagged(index: Int, tag: Int, bits: String, at: Int, path: Path): Value = types.definition(index) match
    case Definition.Sum(name, cases) =>
      if tag >= cases.size then Malformed.unknownTagOfField(in, tag, name, cases.size)
      val one = cases(tag)
      // A case without fields is complete here; otherwise its fields follow.
      if one.fields.isEmpty then
        walk.charge(0)
        val value = Value.Case(name, one.name, Vector.empty)
        walk.item(at, path, Some(value))(s"$bits: tag $tag of $name")
        value
      else
        walk.item(at, path, None)(s"$bits: tag $tag: ${Escaped.name(one.name)}")
        if walk.isEnded then Value.Unread
        else
          walk.down()
          val value = caseOf(index, name, cases, tag, 0, -1, in.position, path)
          walk.up()
          value
    case Definition.Record(name, _) => in.fail(s"a tag in front of $name, which is a record")

private[inspect] object ValueWalk:
  /** The position of an item in its header, in words. */
  private def bits(place: Place): String =
    val from = 32 * place.group + place.shift
    if place.bits == 1 then s"bit $from" else s"bits $from to ${from + place.bits - 1}"
