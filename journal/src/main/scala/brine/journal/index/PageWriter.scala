package brine.journal.index

import brine.journal.index.IndexFormat.{check, PageContent, PageSize}
import brine.journal.storage.StorageFile
import java.nio.{ByteBuffer, ByteOrder}

/** Writes the content of an index page by page, with little memory. The first page is written last, by [[finish]].
  * Owned by one thread.
  */
private[index] final class PageWriter(file: StorageFile, salt: Long):
  private val buffer = ByteBuffer.allocate(PageWriter.PagesAtOnce * PageSize).order(ByteOrder.LITTLE_ENDIAN)
  private var page   = 1L // the first page in the buffer
  private var used   = 0  // bytes of content in the page that is being filled

  /** Length of the content so far, with the first page. */
  def position: Long = (page + buffer.position / PageSize) * PageContent + used

  def put(bytes: ByteSink): Unit =
    var at = 0
    while at < bytes.size do
      val length = math.min(bytes.size - at, PageContent - used)
      buffer.put(buffer.position + used, bytes.array, at, length)
      used += length
      at += length
      if used == PageContent then endPage()

  private def endPage(): Unit =
    val start = buffer.position
    java.util.Arrays.fill(buffer.array, start + used, start + PageContent, 0: Byte)
    buffer.putInt(start + PageContent, check(buffer.array, start, salt, page * PageSize + start))
    buffer.position(start + PageSize)
    used = 0
    if !buffer.hasRemaining then flush()

  private def flush(): Unit =
    val pages = buffer.position / PageSize
    file.write(buffer.flip(), page * PageSize)
    page += pages
    buffer.clear(): Unit

  /** Writes what is left, and the first page; then makes all of it durable. */
  def finish(header: ByteSink): Unit =
    if used > 0 then endPage()
    if buffer.position > 0 then flush()
    val first = java.util.Arrays.copyOf(header.toArray, PageSize)
    ByteBuffer.wrap(first).order(ByteOrder.LITTLE_ENDIAN).putInt(PageContent, check(first, 0, 0, 0))
    file.write(ByteBuffer.wrap(first), 0)
    file.force()

private object PageWriter:
  private inline val PagesAtOnce = 64
