package brine.codec.internal.columns

import brine.codec.{Codec, Schema}

import scala.annotation.tailrec

/** Which columns the values of a type have, from those of its parts: section 6 of the format. */
private[columns] trait ColumnTypes:
  /** The columns of a value that is a single column; null if it is not flat. Integers and bits are packed only for
    * Brine's own codecs.
    */
  def of(codec: Codec[?]): Columns | Null = codec.schema.root match
    case Schema.Type.Primitive(kind) =>
      val column = Column.of(kind, "", -1, 0, codec)
      if column == null then null
      else if column.kind == Column.Kind.Values || Column.isOwn(codec) then one(column)
      else if column.kind == Column.Kind.Bytes then one(Column.convertedBytes(codec))
      else null
    case Schema.Type.Boxed(of) if isNumber(of) => one(Column.values(codec))
    case root if isByte(root)                  => one(Column.convertedBytes(codec))
    case root                                  =>
      if isSingle(root) then one(Column.values(codec, isText = isText(root))) else null

  /** Whether a type is one of values that a column has as a whole, or a class of one field around such: a set, a map, a
    * text or another value that is not packed.
    */
  @tailrec
  final def isSingle(tpe: Schema.Type): Boolean = tpe match
    case Schema.Type.Wrapped(_, _, of)          => isSingle(of)
    case _: (Schema.Type.Set | Schema.Type.Map) => true
    case Schema.Type.Primitive(kind)            => !isNumber(tpe) && kind != Schema.Kind.Unit
    case _                                      => false

  /** Whether a type is a byte, or a class of one field around one. */
  @tailrec
  final def isByte(tpe: Schema.Type): Boolean = tpe match
    case Schema.Type.Wrapped(_, _, of) => isByte(of)
    case other                         => other == Schema.Type.Primitive(Schema.Kind.Byte)

  /** Whether a type is a text, or a class of one field around one. */
  @tailrec
  final def isText(tpe: Schema.Type): Boolean = tpe match
    case Schema.Type.Wrapped(_, _, of) => isText(of)
    case other                         => other == Schema.Type.Primitive(Schema.Kind.String)

  /** Whether the values of a codec are single ones, by a codec of Brine or converted from it: they take the same bytes
    * wherever they stand.
    */
  def isPlain(codec: Codec[?]): Boolean =
    @tailrec
    def isPlain(tpe: Schema.Type): Boolean = tpe match
      case Schema.Type.Wrapped(_, _, of) => isPlain(of)
      case Schema.Type.Primitive(kind)   => kind != Schema.Kind.Unit
      case _                             => false
    codec.schema.root match
      case Schema.Type.Boxed(of) => isPlain(of)
      case other                 => isPlain(other)

  /** A single column. */
  def one(column: Column): Columns = Columns(Array(column))

  /** Whether a type is a number, character or Boolean, or a class of one field around such. A box before it says that
    * the codec of the value writes it.
    */
  @tailrec
  final def isNumber(tpe: Schema.Type): Boolean = tpe match
    case Schema.Type.Wrapped(_, _, of) => isNumber(of)
    case Schema.Type.Primitive(kind)   =>
      kind.ordinal <= Schema.Kind.Double.ordinal && kind != Schema.Kind.Unit && kind != Schema.Kind.Byte
    case _ => false

  /** Whether the only column is one of numbers, characters or Booleans, without a name. */
  def isOneNumber(columns: Columns | Null): Boolean =
    columns != null && columns.nn.all.length == 1 && columns.nn.all(0).name.isEmpty && {
      val kind = columns.nn.all(0).kind
      if kind == Column.Kind.Bits then !columns.nn.inSequences else kind.ordinal <= Column.Kind.Doubles.ordinal
    }

  /** The columns of several values side by side, each with the name of its part; null if one of them is not flat. */
  def of(parts: Array[(String, Columns | Null)]): Columns | Null =
    if parts.exists(_._2 == null) || parts.length > Columns.Most then null
    else
      val all = Array.newBuilder[Column]
      var at  = 0
      parts.foreach { (name, columns) =>
        all ++= columns.nn.all.map(_.within(name, at))
        at += columns.nn.all.length
      }
      limited(all.result())

  /** A column of presences, followed by those of the value for the rows that have one. */
  def optional(value: Columns | Null): Columns | Null =
    if value == null then null
    else limited(Column.presences +: value.nn.all.map(_.within("", 1).guardedBy(0, 1)))

  /** A column of sides, followed by those of the left value and those of the right one. */
  def either(left: Columns | Null, right: Columns | Null): Columns | Null = sum(Array(left, right))

  /** A column of tags, followed by those of each case; an empty array of columns is a case without fields. Null if one
    * of the cases is not flat.
    */
  def sum(cases: Array[Columns | Null], problems: Array[String | Null] | Null = null): Columns | Null =
    if cases.contains(null) then null
    else
      val all = Array.newBuilder[Column]
      all += Column.tags(cases.length, problems)
      var at = 1
      cases.indices.foreach { tag =>
        val own = cases(tag).nn.all
        all ++= own.map(_.within("", at).guardedBy(0, tag))
        at += own.length
      }
      limited(all.result())

  /** The columns of a case without fields. */
  val none: Columns = Columns(Array.empty)

  private def limited(all: Array[Column]): Columns | Null =
    val columns = Columns(all)
    if columns.total > Columns.Most then null else columns
