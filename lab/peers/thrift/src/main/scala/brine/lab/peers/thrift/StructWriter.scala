package brine.lab.peers.thrift

import java.nio.ByteBuffer
import java.util.UUID

import org.apache.thrift.TConfiguration
import org.apache.thrift.protocol.{TCompactProtocol, TField, TList, TStruct, TType}
import org.apache.thrift.transport.AutoExpandingBufferWriteTransport

/** Writes structs with Thrift's compact protocol into a buffer that is used again. */
private final class StructWriter:
  private val transport = AutoExpandingBufferWriteTransport(TConfiguration(), 4096, 0)
  private val protocol  = TCompactProtocol(transport)
  private val fields    = Array.tabulate(17, 20)((fieldType, id) => TField("", fieldType.toByte, id.toShort))
  private val struct    = TStruct("")

  def clear(): Unit =
    transport.reset()
    protocol.reset()

  def toByteArray: Array[Byte] = java.util.Arrays.copyOf(transport.getBuf.array, transport.getLength)

  def begin(): Unit = protocol.writeStructBegin(struct)

  def end(): Unit =
    protocol.writeFieldStop()
    protocol.writeStructEnd()

  def string(id: Int, value: String): Unit =
    protocol.writeFieldBegin(fields(TType.STRING)(id))
    protocol.writeString(value)

  def uuid(id: Int, value: UUID): Unit =
    protocol.writeFieldBegin(fields(TType.STRING)(id))
    val bytes = ByteBuffer.allocate(16).putLong(value.getMostSignificantBits).putLong(value.getLeastSignificantBits)
    protocol.writeBinary(bytes.flip())

  def long(id: Int, value: Long): Unit =
    protocol.writeFieldBegin(fields(TType.I64)(id))
    protocol.writeI64(value)

  def int(id: Int, value: Int): Unit =
    protocol.writeFieldBegin(fields(TType.I32)(id))
    protocol.writeI32(value)

  def boolean(id: Int, value: Boolean): Unit =
    protocol.writeFieldBegin(fields(TType.BOOL)(id))
    protocol.writeBool(value)

  def double(id: Int, value: Double): Unit =
    protocol.writeFieldBegin(fields(TType.DOUBLE)(id))
    protocol.writeDouble(value)

  def enumeration(id: Int, value: Enum[?]): Unit = int(id, value.ordinal)

  def enumerations(id: Int, values: Seq[Enum[?]]): Unit =
    beginList(id, TType.I32, values.size)
    values.foreach(value => protocol.writeI32(value.ordinal))

  def ints(id: Int, values: Seq[Int]): Unit =
    beginList(id, TType.I32, values.size)
    values.foreach(protocol.writeI32)

  def booleans(id: Int, values: Seq[Boolean]): Unit =
    beginList(id, TType.BOOL, values.size)
    values.foreach(protocol.writeBool)

  def strings(id: Int, values: Seq[String]): Unit =
    beginList(id, TType.STRING, values.size)
    values.foreach(protocol.writeString)

  inline def struct(id: Int)(inline content: Unit): Unit =
    beginField(id)
    content
    end()

  inline def structs[A](id: Int, items: Seq[A])(inline write: A => Unit): Unit =
    beginList(id, TType.STRUCT, items.size)
    val iterator = items.iterator
    while iterator.hasNext do
      val item = iterator.next()
      begin()
      write(item)
      end()

  private def beginField(id: Int): Unit =
    protocol.writeFieldBegin(fields(TType.STRUCT)(id))
    begin()

  private def beginList(id: Int, elements: Byte, size: Int): Unit =
    protocol.writeFieldBegin(fields(TType.LIST)(id))
    protocol.writeListBegin(TList(elements, size))
