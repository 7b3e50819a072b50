package brine.jdbc.internal.sql

import java.nio.ByteBuffer
import java.sql.{PreparedStatement, Types}
import java.util.UUID

/** Sets the parameters of a statement one after the other. For one thread. */
private[jdbc] final class Binder(statement: PreparedStatement):
  private var last = 0

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

private[jdbc] object Binder:
  /** The 16 bytes that a UUID is stored as. */
  def bytesOf(value: UUID): Array[Byte] =
    ByteBuffer.allocate(16).putLong(value.getMostSignificantBits).putLong(value.getLeastSignificantBits).array

  def uuidOf(bytes: Array[Byte]): UUID =
    val buffer = ByteBuffer.wrap(bytes)
    UUID(buffer.getLong, buffer.getLong)
