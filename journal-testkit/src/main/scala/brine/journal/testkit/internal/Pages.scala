package brine.journal.testkit.internal

import java.nio.ByteBuffer
import java.util.{Arrays, BitSet}

/** Bytes in pages of 4 KiB. Two tables may share pages: a shared page is copied before it is changed. Pages that were
  * never written to, and pages of zeros, take no memory. Not safe for use by several threads.
  */
private[testkit] final class Pages private (private var table: Array[Array[Byte]], private val owned: BitSet):
  import Pages.*

  /** Number of pages that have been written to. */
  private var used = table.count(_ != null)

  def allocated: Int = used

  def isAllocated(position: Long): Boolean =
    position / Size < table.length && table((position / Size).toInt) != null

  def read(position: Long, into: ByteBuffer, length: Int): Unit =
    var at   = position
    var left = length
    while left > 0 do
      val within = (at & (Size - 1)).toInt
      val n      = math.min(Size - within, left)
      into.put(page((at / Size).toInt), within, n)
      at += n
      left -= n

  def write(position: Long, bytes: Array[Byte], from: Int, length: Int): Unit =
    var at = position
    var i  = from
    while i < from + length do
      val index  = (at / Size).toInt
      val within = (at & (Size - 1)).toInt
      val n      = math.min(Size - within, from + length - i)
      val zeros  = Arrays.mismatch(bytes, i, i + n, Zeros, 0, n) < 0
      if !zeros || !isZero(index) then System.arraycopy(bytes, i, writable(index), within, n)
      else if index >= table.length || table(index) == null then set(index, Zeros)
      at += n
      i += n

  /** Sets everything from `position` on to zero, and frees whole pages. */
  def cut(position: Long): Unit =
    val within = (position & (Size - 1)).toInt
    val index  = (position / Size).toInt
    if within > 0 && !isZero(index) then Arrays.fill(writable(index), within, Size, 0.toByte)
    for free <- (if within > 0 then index + 1 else index) until table.length if table(free) != null do
      table(free) = null
      owned.clear(free)
      used -= 1

  /** Shares the pages of another table, for `length` bytes from `position` on. */
  def adopt(other: Pages, position: Long, length: Int): Unit =
    if length > 0 then
      // Compared as they are in the tables: a page of zeros takes space, unlike one that was never written to.
      for index <- (position / Size).toInt to ((position + length - 1) / Size).toInt if other.at(index) ne at(index)
      do
        other.owned.clear(index)
        owned.clear(index)
        set(index, other.page(index))

  /** A table with the same bytes. */
  def copy(): Pages =
    owned.clear()
    new Pages(table.clone, BitSet())

  /** The page, or null if it was never written to. */
  private def at(index: Int): Array[Byte] = if index < table.length then table(index) else null

  /** The page, or zeros: never null. */
  private def page(index: Int): Array[Byte] =
    val page = at(index)
    if page == null then Zeros else page

  private def isZero(index: Int) = page(index) eq Zeros

  private def writable(index: Int): Array[Byte] =
    if owned.get(index) then table(index)
    else
      val copy = page(index).clone
      set(index, copy)
      owned.set(index)
      copy

  private def set(index: Int, bytes: Array[Byte]): Unit =
    if index >= table.length then table = Arrays.copyOf(table, math.max(index + 1, table.length * 2))
    if table(index) == null then used += 1
    table(index) = bytes

private[testkit] object Pages:
  val Size = 4096

  private val Zeros = new Array[Byte](Size)

  def apply(): Pages = new Pages(new Array[Array[Byte]](4), BitSet())
