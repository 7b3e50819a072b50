package brine.codec.evolution.oracle

import brine.codec.Out
import brine.codec.Schema.Kind
import brine.codec.internal.columns.{Columns, Registers}
import brine.codec.internal.references.Repeats
import brine.codec.internal.schema.Kinds

import scala.collection.mutable

/** Writes values as `docs/spec/codec-format.md` says, independently of the code that the macro generates. */
object Writer:
  /** Writes a value in value position. */
  def value(out: Out, ty: Ty, value: Any): Unit = ty match
    case rec: Ty.Rec if rec.isWrapper => this.value(out, rec.fields(0).of, value.asInstanceOf[Obj].fields(0))
    case rec: Ty.Rec                  => record(out, Header(), rec.fields, value.asInstanceOf[Obj].fields)
    case sum: Ty.Sum                  =>
      val (tag, obj) = chosen(sum, value)
      val header     = Header()
      if sum.cases.size > 1 then header.add(tagBits(sum), tag)
      record(out, header, sum.cases(tag).fields, obj.fields)
    case Ty.Opaque(_, of) => this.value(out, of, value)
    case Ty.Marked(_, of) =>
      val inner = Repeats.begin(out)
      if inner == null then this.value(out, of, value)
      else
        this.value(inner.nn, of, value)
        Repeats.end(out, inner.nn, Codecs.identity(of))
    case other => Codecs.of(other).write(out, value)

  private def chosen(sum: Ty.Sum, value: Any): (Int, Obj) =
    val obj = value.asInstanceOf[Obj]
    (sum.cases.indexWhere(_.name == obj.name), obj)

  private def tagBits(sum: Ty.Sum): Int =
    if sum.cases.size == 1 then 0 else 32 - Integer.numberOfLeadingZeros(sum.cases.size - 1)

  private def record(out: Out, header: Header, fields: Vector[Fld], values: Vector[Any]): Unit =
    fields.lazyZip(values).foreach((field, value) => items(header, field.of, Some(value)))
    header.write(out)
    fields.lazyZip(values).foreach((field, value) => body(out, field.of, value))

  /** Adds the items of a field to the header; zeros if there is no value. */
  private def items(header: Header, ty: Ty, value: Option[Any]): Unit = ty match
    case Ty.Prim(_, Kind.Boolean) => header.add(1, if value.contains(true) then 1 else 0)
    case Ty.Opt(_, of)            =>
      val inner = value.flatMap(_.asInstanceOf[Option[Any]])
      header.add(1, inner.size)
      items(header, of, inner)
    case _: Ty.Alt                         => header.add(1, value.count(_.asInstanceOf[Either[?, ?]].isRight))
    case sum: Ty.Sum if sum.cases.size > 1 => header.add(tagBits(sum), value.fold(0)(chosen(sum, _)._1))
    case rec: Ty.Rec if rec.isWrapper      => items(header, rec.fields(0).of, value.map(_.asInstanceOf[Obj].fields(0)))
    case Ty.Opaque(_, of)                  => items(header, of, value)
    case _                                 => ()

  /** Writes what a field has besides its items. */
  private def body(out: Out, ty: Ty, value: Any): Unit = ty match
    case Ty.Prim(_, Kind.Boolean) => ()
    case Ty.Opt(_, of)            => value.asInstanceOf[Option[Any]].foreach(body(out, of, _))
    case Ty.Alt(_, left, right)   =>
      value match
        case Left(inner)  => this.value(out, left, inner)
        case Right(inner) => this.value(out, right, inner)
        case other        => throw MatchError(other)
    case sum: Ty.Sum if sum.cases.size > 1 =>
      val (tag, obj) = chosen(sum, value)
      record(out, Header(), sum.cases(tag).fields, obj.fields)
    case rec: Ty.Rec if rec.isWrapper => body(out, rec.fields(0).of, value.asInstanceOf[Obj].fields(0))
    case Ty.Opaque(_, of)             => body(out, of, value)
    case other                        => this.value(out, other, value)

  /** The items of a record, in groups of 32 bits. */
  private final class Header:
    private val groups = mutable.ArrayBuffer.empty[(Int, Long)] // bits in use, and the bits

    def add(width: Int, value: Int): Unit =
      if groups.isEmpty || groups.last._1 + width > 32 then groups += (0 -> 0L)
      val (used, bits) = groups.last
      groups(groups.size - 1) = (used + width, bits | value.toLong << used)

    def write(out: Out): Unit = groups.foreach { (used, bits) =>
      for i <- 0 until (used + 7) / 8 do out.writeByte((bits >>> 8 * i).toByte)
    }

    def size: Int = groups.map((used, _) => (used + 7) / 8).sum

  /** The fewest bytes of a value. */
  def least(ty: Ty): Int = ty match
    case Ty.Prim(_, kind) =>
      kind match
        case Kind.Unit       => 0
        case Kind.UUID       => 16
        case Kind.Double     => 8
        case Kind.Float      => 4
        case Kind.BigDecimal => 2
        case _               => 1
    case _: (Ty.Opt | Ty.Alt | Ty.Coll | Ty.Dict) => 1
    case Ty.Tup(_, slots)                         => slots.map(slot => least(slot.of)).sum
    case Ty.Opaque(_, of)                         => least(of)
    case Ty.Marked(_, of)                         => least(of)
    case rec: Ty.Rec if rec.isWrapper             => least(rec.fields(0).of)
    case rec: Ty.Rec                              => leastOf(Header(), rec.fields)
    case sum: Ty.Sum                              =>
      sum.cases.map { c =>
        val header = Header()
        if sum.cases.size > 1 then header.add(tagBits(sum), 0)
        leastOf(header, c.fields)
      }.min

  private def leastOf(header: Header, fields: Vector[Fld]): Int =
    fields.foreach(field => items(header, field.of, None))
    header.size + fields.map(field => leastBody(field.of)).sum

  private def leastBody(ty: Ty): Int = ty match
    case Ty.Prim(_, Kind.Boolean) | _: Ty.Opt | _: Ty.Alt => 0
    case sum: Ty.Sum if sum.cases.size > 1                => 0
    case rec: Ty.Rec if rec.isWrapper                     => leastBody(rec.fields(0).of)
    case Ty.Opaque(_, of)                                 => leastBody(of)
    case other                                            => least(other)

  /** Puts a flat value into a row; returns the number of the column after it. */
  def gather(ty: Ty, value: Any, to: Registers, row: Int, first: Int): Int = ty match
    case Ty.Prim(_, kind) =>
      value match
        case v: Boolean => to.putBit(first, row, v)
        case v: Byte    => to.putInt(first, row, v)
        case v: Short   => to.putInt(first, row, v)
        case v: Char    => to.putInt(first, row, v)
        case v: Int     => to.putInt(first, row, v)
        case v: Long    => to.putLong(first, row, v)
        case v: Float   => to.putDouble(first, row, v.toDouble)
        case v: Double  => to.putDouble(first, row, v)
        case v          => to.putValue(first, row, v)
      first + 1
    case Ty.Opt(_, of) =>
      val option = value.asInstanceOf[Option[Any]]
      to.putBit(first, row, option.isDefined)
      option.foreach(gather(of, _, to, row, first + 1))
      first + 1 + count(of)
    case Ty.Alt(_, left, right) =>
      val either = value.asInstanceOf[Either[Any, Any]]
      val place  = to.putSide(first, row, either.isRight)
      either match
        case Left(inner)  => gather(left, inner, to, place, first + 1): Unit
        case Right(inner) => gather(right, inner, to, place, first + 1 + count(left)): Unit
      first + 1 + count(left) + count(right)
    case Ty.Tup(_, slots) =>
      all(slots, value.asInstanceOf[Product].productIterator.toVector, to, row, first)
    case rec: Ty.Rec => all(rec.fields, value.asInstanceOf[Obj].fields, to, row, first)
    case sum: Ty.Sum =>
      val (tag, obj) = chosen(sum, value)
      if count(sum) == 1 then to.putInt(first, row, tag)
      else
        val place  = to.putTag(first, row, tag)
        val before = sum.cases.take(tag).map(c => count(c.fields)).sum
        all(sum.cases(tag).fields, obj.fields, to, place, first + 1 + before): Unit
      first + count(sum)
    case Ty.Opaque(_, of)       => gather(of, value, to, row, first)
    case _: (Ty.Coll | Ty.Dict) =>
      to.putValue(first, row, value)
      first + 1
    case other => throw IllegalArgumentException(s"${Ty.text(other)} is not flat")

  private def all(fields: Vector[Fld], values: Vector[Any], to: Registers, row: Int, first: Int): Int =
    fields.lazyZip(values).foldLeft(first) { case (at, (field, value)) => gather(field.of, value, to, row, at) }

  private def count(fields: Vector[Fld]): Int = fields.map(field => count(field.of)).sum

  private def count(ty: Ty): Int = ty match
    case Ty.Opt(_, of)          => 1 + count(of)
    case Ty.Alt(_, left, right) => 1 + count(left) + count(right)
    case Ty.Opaque(_, of)       => count(of)
    case Ty.Tup(_, slots)       => count(slots)
    case rec: Ty.Rec            => count(rec.fields)
    case sum: Ty.Sum            => 1 + sum.cases.map(c => count(c.fields)).sum
    case _                      => 1

  /** The columns of a type; null if it is not flat. */
  def columns(ty: Ty): Columns | Null = ty match
    case Ty.Prim(_, kind)                  => Columns.of(Kinds.codec(kind))
    case Ty.Opt(_, of)                     => Columns.optional(columns(of))
    case Ty.Alt(_, left, right)            => Columns.either(columns(left), columns(right))
    case Ty.Opaque(_, of)                  => columns(of)
    case Ty.Tup(_, slots)                  => columns(slots)
    case rec: Ty.Rec if rec.isWrapper      => columns(rec.fields(0).of)
    case rec: Ty.Rec                       => columns(rec.fields)
    case sum: Ty.Sum if sum.cases.size > 1 =>
      Columns.sum(sum.cases.map(c => if c.fields.isEmpty then Columns.none else columns(c.fields)).toArray)
    case _: (Ty.Coll | Ty.Dict) => Codecs.of(ty).columns
    case _                      => null

  private def columns(fields: Vector[Fld]): Columns | Null =
    if fields.isEmpty then null else Columns.of(fields.map(field => field.name -> columns(field.of)).toArray)
