package brine.lab.peers.thrift

import java.util.UUID

import org.apache.thrift.protocol.{TCompactProtocol, TField, TProtocolException, TType}
import org.apache.thrift.transport.TMemoryInputTransport

/** Reads structs whose fields come in the order of their numbers, which is how [[StructWriter]] writes them. */
private final class StructReader:
  private val transport     = TMemoryInputTransport()
  private val protocol      = TCompactProtocol(transport)
  private var ahead: TField = null // a field that was begun and turned out not to be the optional one asked for

  def reset(bytes: Array[Byte]): Unit =
    transport.reset(bytes)
    protocol.reset()
    ahead = null

  def begin(): Unit = protocol.readStructBegin(): Unit

  def end(): Unit =
    val field = next()
    if field.`type` != TType.STOP then unexpected("the end of the struct", field)
    protocol.readStructEnd()

  private def next(): TField =
    if ahead == null then protocol.readFieldBegin()
    else
      val field = ahead
      ahead = null
      field

  private def expect(id: Int): Unit =
    val field = next()
    if field.id != id || field.`type` == TType.STOP then unexpected(s"field $id", field)

  private def unexpected(expected: String, found: TField): Nothing =
    throw TProtocolException(s"expected $expected, found field ${found.id} of type ${found.`type`}")

  /** The number of the next field, or 0 at the end of the struct. */
  def peek(): Int =
    if ahead == null then ahead = protocol.readFieldBegin()
    if ahead.`type` == TType.STOP then 0 else ahead.id

  def string(id: Int): String =
    expect(id)
    protocol.readString()

  def uuid(id: Int): UUID =
    expect(id)
    val bytes = protocol.readBinary()
    UUID(bytes.getLong(), bytes.getLong())

  def long(id: Int): Long =
    expect(id)
    protocol.readI64()

  def int(id: Int): Int =
    expect(id)
    protocol.readI32()

  def double(id: Int): Double =
    expect(id)
    protocol.readDouble()

  def float(id: Int): Float = double(id).toFloat

  def boolean(id: Int): Boolean =
    expect(id)
    protocol.readBool()

  def enumeration[E](id: Int, values: Array[E]): E = values(int(id))

  def enumerations[E](id: Int, values: Array[E]): List[E] = List.fill(beginList(id))(values(protocol.readI32()))

  def ints(id: Int): List[Int]         = List.fill(beginList(id))(protocol.readI32())
  def booleans(id: Int): List[Boolean] = List.fill(beginList(id))(protocol.readBool())
  def strings(id: Int): List[String]   = List.fill(beginList(id))(protocol.readString())

  inline def optional[A](id: Int)(inline read: A): Option[A] = if peek() == id then Some(read) else None

  inline def struct[A](id: Int)(inline read: A): A =
    beginField(id)
    val result = read
    end()
    result

  inline def structs[A](id: Int)(inline read: A): List[A] =
    val builder = List.newBuilder[A]
    var left    = beginList(id)
    while left > 0 do
      begin()
      builder += read
      end()
      left -= 1
    builder.result()

  private def beginField(id: Int): Unit =
    expect(id)
    begin()

  private def beginList(id: Int): Int =
    expect(id)
    protocol.readListBegin().size
