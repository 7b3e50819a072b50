package brine.jdbc.internal.sql

/** Rows to insert into a table. Immutable.
  *
  * @param size
  *   how many bytes a row has about, so that no statement grows beyond what databases take
  */
private[jdbc] final class Insert[A](
    val table: String,
    val columns: Vector[Insert.Column[A]],
    val rows: IndexedSeq[A],
    val size: A => Int
):
  val names: Vector[String] = columns.map(_.name)

  /** The values of each row one after the other. */
  def bind(binder: Binder, row: A): Unit = columns.foreach(column => binder.value(column.kind, column.value(row)): Unit)

  /** The values of each column as an array. */
  def bindColumns(binder: Binder): Unit = columns.foreach: column =>
    binder.values(column.kind, rows.map(column.value)): Unit

private[jdbc] object Insert:
  /** What a column holds, if it is not null. */
  enum Kind:
    case Longs, Ints, Bytes

  /** A column, and its value in a row: a `java.lang.Long`, an `Integer` or an `Array[Byte]`, or null. */
  final class Column[A](val name: String, val kind: Kind, val value: A => AnyRef | Null)

  def long[A](name: String)(value: A => Long): Column[A] = Column(name, Kind.Longs, row => Long.box(value(row)))

  def someLong[A](name: String)(value: A => Option[Long]): Column[A] =
    Column(name, Kind.Longs, row => value(row).map(Long.box).orNull)

  def int[A](name: String)(value: A => Int): Column[A] = Column(name, Kind.Ints, row => Int.box(value(row)))

  def bytes[A](name: String)(value: A => Array[Byte] | Null): Column[A] = Column(name, Kind.Bytes, value)
