package brine.journal.format

import java.lang.invoke.{MethodHandles, VarHandle}
import java.nio.ByteOrder

/** Numbers of fixed width in byte arrays, little-endian. */
private[journal] object Little:
  private val ints: VarHandle =
    MethodHandles.byteArrayViewVarHandle(classOf[Array[Int]], ByteOrder.LITTLE_ENDIAN).withInvokeExactBehavior
  private val longs: VarHandle =
    MethodHandles.byteArrayViewVarHandle(classOf[Array[Long]], ByteOrder.LITTLE_ENDIAN).withInvokeExactBehavior

  def int(bytes: Array[Byte], at: Int): Int   = (ints.get(bytes, at): Int)
  def long(bytes: Array[Byte], at: Int): Long = (longs.get(bytes, at): Long)

  def putInt(bytes: Array[Byte], at: Int, value: Int): Unit   = ints.set(bytes, at, value)
  def putLong(bytes: Array[Byte], at: Int, value: Long): Unit = longs.set(bytes, at, value)

  def short(bytes: Array[Byte], at: Int): Int = (bytes(at) & 0xff) | (bytes(at + 1) & 0xff) << 8
