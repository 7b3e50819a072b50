package brine.journal.index

import brine.journal.format.{Damage, Little, Varint}
import brine.journal.index.IndexFormat.*
import brine.journal.storage.{Storage, StorageFile}
import java.nio.ByteBuffer
import java.nio.channels.ClosedChannelException
import java.nio.file.Path
import java.util.concurrent.atomic.AtomicReferenceArray
import scala.annotation.tailrec

/** The pages of an index; keeps some of them in memory. Checks each page when it reads it. Thread-safe.
  *
  * @param salt
  *   the value that the checks of all pages but the first are combined with
  */
private[index] final class Pages(storage: Storage, path: Path, size: Long, salt: Long, opened: StorageFile):
  @volatile private var file       = opened
  @volatile private var isClosed   = false
  @volatile private var isReleased = false
  private val cached               = AtomicReferenceArray[Pages.Page](Pages.Cached)

  /** The content of a page, at the start of an array that nobody may change. */
  def page(number: Long): Array[Byte] =
    val slot = (number % Pages.Cached).toInt
    val kept = cached.get(slot)
    if kept != null && kept.number == number then kept.bytes
    else
      val bytes = fresh(number)
      cached.set(slot, Pages.Page(number, bytes))
      bytes

  private def fresh(number: Long): Array[Byte] =
    val bytes =
      Pages.read(path, size, if number == 0 then 0 else salt, number, buffer => readAt(buffer, number * PageSize))
    // The check of the first page does not depend on the salt: a file that has taken the name would pass it.
    if number == 0 && Little.long(bytes, SaltAt) != salt then
      throw Damage(path.getFileName.toString, SaltAt, "the index of another file: this one was replaced")
    bytes

  // In a storage that does not keep to its contract, an interrupt of a thread that is reading closes the file for all.
  // Then the next reader opens it again.
  @tailrec private def readAt(buffer: ByteBuffer, position: Long): Int =
    if isReleased && !isClosed then
      val own = storage.openRead(path)
      try own.read(buffer, position)
      finally own.close()
    else
      val current = file
      val read    =
        try current.read(buffer, position)
        catch case _: ClosedChannelException if !isClosed && (isReleased || !Thread.currentThread.isInterrupted) => -1
      if read >= 0 then read
      else
        if !isReleased then reopen(current)
        readAt(buffer.clear(), position)

  private def reopen(broken: StorageFile): Unit = synchronized:
    if isClosed then throw ClosedChannelException()
    if !isReleased && (file eq broken) then file = storage.openRead(path)

  /** A copy of part of the content. */
  def bytes(from: Long, length: Int): Array[Byte] =
    val bytes = new Array[Byte](length)
    cursor(from).read(bytes)
    bytes

  /** Reads the content from this position on. */
  def cursor(position: Long): Pages.Cursor = Pages.Cursor(this, position)

  def damaged(position: Long, problem: String): Nothing =
    throw Damage(path.getFileName.toString, position / PageContent * PageSize, problem)

  /** Checks all pages, reading them from the file. */
  def verify(): Unit =
    var number = 0L
    while number * PageSize < size do
      fresh(number): Unit
      number += 1

  /** Closes the file. Later reads open it, each for itself. */
  def release(): Unit = synchronized:
    isReleased = true
    file.close()

  def close(): Unit = synchronized:
    isClosed = true
    file.close()

private[index] object Pages:
  private inline val Cached = 32

  private final class Page(val number: Long, val bytes: Array[Byte])

  /** Reads and checks a page. */
  def read(path: Path, size: Long, salt: Long, number: Long, readAt: ByteBuffer => Int): Array[Byte] =
    val position = number * PageSize
    val name     = path.getFileName.toString
    if number < 0 || position + PageSize > size then throw Damage(name, position, "an index that ends before this page")
    val bytes = new Array[Byte](PageSize)
    if readAt(ByteBuffer.wrap(bytes)) < PageSize || Little.int(bytes, PageContent) != check(bytes, 0, salt, position)
    then throw Damage(name, position, "a page of the index that does not agree with its checksum")
    bytes

  /** Reads the content in order. Owned by one thread. */
  final class Cursor(pages: Pages, from: Long):
    private var page  = IndexBytes.none
    private var start = from // position of the first byte of the page
    private var at    = 0
    private var until = 0    // after the last byte of the page; 0 if it is still to be loaded

    /** Position of the next byte. */
    def position: Long = start + at

    /** Continues at another position. */
    def position_=(wanted: Long): Unit =
      if wanted >= start && wanted < start + until then at = (wanted - start).toInt
      else
        start = wanted
        at = 0
        until = 0

    def damaged(problem: String): Nothing = pages.damaged(position, problem)

    private def load(): Unit =
      if at >= until then
        val wanted = position
        val number = wanted / PageContent
        page = pages.page(number)
        start = number * PageContent
        at = (wanted - start).toInt
        until = PageContent

    def byte(): Int =
      load()
      at += 1
      page(at - 1) & 0xff

    def read(bytes: Array[Byte]): Unit =
      var done = 0
      while done < bytes.length do
        load()
        val length = math.min(bytes.length - done, until - at)
        System.arraycopy(page, at, bytes, done, length)
        done += length
        at += length

    def int(): Int =
      load()
      if at + 4 <= until then
        at += 4
        Little.int(page, at - 4)
      else byte() | byte() << 8 | byte() << 16 | byte() << 24

    def long(): Long =
      load()
      if at + 8 <= until then
        at += 8
        Little.long(page, at - 8)
      else (int() & 0xffffffffL) | int().toLong << 32

    def varint(): Long =
      if at < until && page(at) >= 0 then
        at += 1
        page(at - 1)
      else longVarint()

    private def longVarint(): Long =
      val end = if at < until then Varint.end(page, at, until) else -1
      if end < 0 then varintOfTwoPages()
      else
        val from = at
        at = end
        Varint.get(page, from, end)

    private def varintOfTwoPages(): Long =
      var value = 0L
      var shift = 0
      var last  = 0x80
      while (last & 0x80) != 0 do
        if shift > 63 then pages.damaged(position, "a number that does not end")
        last = byte()
        value |= (last & 0x7fL) << shift
        shift += 7
      value

private object IndexBytes:
  val none: Array[Byte] = new Array[Byte](0)
