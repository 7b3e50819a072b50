package brine.jdbc.internal.sql

import java.nio.ByteBuffer
import java.sql.{PreparedStatement, Types}
import java.util.UUID

/** Sets the parameters of a statement one after the other. For one thread. */
private[jdbc] final class Binder(statement: PreparedStatement):
  private var last     = 0
  private var allBytes = 0L
  private var large    = List.empty[Array[Byte]]

  /** How many parameters were set. */
  def count: Int = last

  /** How many bytes the values of bytes have, those in arrays aside: each driver sends these at least. */
  def size: Long = allBytes

  /** How many bytes these values have at most as a text, in which some bytes are written as two. */
  def escapedSize: Long =
    val escaped = large.iterator.map(value => value.length + value.count(Binder.isEscaped).toLong).sum
    escaped + 2 * (allBytes - large.iterator.map(_.length.toLong).sum)

  private def next(): Int =
    last += 1
    last

  def long(value: Long): this.type =
    statement.setLong(next(), value)
    this

  def longs(values: Iterable[Long]): this.type =
    values.foreach(long)
    this

  def int(value: Int): this.type =
    statement.setInt(next(), value)
    this

  def bytes(value: Array[Byte]): this.type =
    statement.setBytes(next(), value)
    allBytes += value.length
    if value.length >= Binder.Large then large ::= value
    this

  def text(value: String): this.type =
    statement.setString(next(), value)
    this

  def uuid(value: UUID): this.type = bytes(Binder.bytesOf(value))

  /** A UUID for a column of the database's own type of UUIDs. */
  def typedUuid(value: UUID): this.type =
    statement.setObject(next(), value)
    this

  def noLong(): this.type =
    statement.setNull(next(), Types.BIGINT)
    this

  def noBytes(): this.type =
    statement.setNull(next(), Types.BINARY)
    this

  /** A value of a column of an [[Insert]]. */
  def value(kind: Insert.Kind, value: AnyRef | Null): this.type = (kind, value) match
    case (_, one: java.lang.Long)    => long(one.longValue)
    case (_, one: java.lang.Integer) => int(one.intValue)
    case (_, one: Array[Byte])       => bytes(one)
    case (Insert.Kind.Bytes, _)      => noBytes()
    case _                           => noLong()

  /** All values of a column of an [[Insert]] as one array, for databases that have arrays. */
  def values(kind: Insert.Kind, values: IndexedSeq[AnyRef | Null]): this.type =
    // Of their own types: the driver sends arrays of objects as text.
    val (name, all) = kind match
      case Insert.Kind.Longs => ("int8", values.map(_.asInstanceOf[java.lang.Long]).toArray)
      case Insert.Kind.Ints  => ("int4", values.map(_.asInstanceOf[Integer]).toArray)
      case Insert.Kind.Bytes => ("bytea", values.map(_.asInstanceOf[Array[Byte]]).toArray)
    val array = statement.getConnection.createArrayOf(name, all.asInstanceOf[Array[AnyRef]])
    statement.setArray(next(), array)
    this

private[jdbc] object Binder:
  // Of others it is enough to know that they may be twice as long.
  private final val Large = 1 << 10

  private def isEscaped(byte: Byte) = byte == 0 || byte == '\\' || byte == '\'' || byte == '"'

  /** The 16 bytes that a UUID is stored as. */
  def bytesOf(value: UUID): Array[Byte] =
    ByteBuffer.allocate(16).putLong(value.getMostSignificantBits).putLong(value.getLeastSignificantBits).array

  def uuidOf(bytes: Array[Byte]): UUID =
    val buffer = ByteBuffer.wrap(bytes)
    UUID(buffer.getLong, buffer.getLong)
