package brine.journal.index

import brine.journal.index.IndexFormat.*
import brine.journal.storage.Storage
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path

/** Lays out an index and writes it. */
private[index] object IndexWriter:
  private inline val PagesAtOnce = 64

  /** A name and its entry. */
  trait Named:
    def name: String

    /** Writes the entry's fields after the name. */
    def put(out: ByteSink, firstSequence: Long): Unit

  /** The four sections of names, with the number of elements of each. */
  def names(all: collection.Seq[Named], firstSequence: Long): Seq[(Int, ByteSink)] =
    val filter  = BloomFilter.sized(all.size)
    val rows    = ByteSink(all.size * RowLength)
    val numbers = ByteSink(all.size * 4)
    val entries = ByteSink()
    val hashed  = all.indices.map: number =>
      val named = all(number)
      val utf8  = named.name.getBytes(UTF_8)
      val hash  = IndexFormat.hash(utf8)
      val start = entries.size
      filter.add(hash)
      numbers.putInt(start)
      entries.putVarint(number)
      entries.putVarint(utf8.length)
      entries.put(utf8)
      named.put(entries, firstSequence)
      (hash, start)
    hashed
      .sortWith((a, b) => java.lang.Long.compareUnsigned(a._1, b._1) < 0)
      .foreach: (hash, start) =>
        rows.putLong(hash)
        rows.putInt(start)
    Seq(all.size -> ByteSink.of(filter.bytes), all.size -> rows, all.size -> numbers, all.size -> entries)

  /** Writes an index to a temporary file, makes it durable, and renames it. */
  def write(storage: Storage, path: Path, magic: Long, header: IndexHeader, sections: Seq[(Int, ByteSink)]): Unit =
    val content = layOut(magic, header, sections)
    locks(path.hashCode & (locks.length - 1)).synchronized(writePages(storage, path, header.salt, content))

  // A reader and maintenance may build the index of a segment at the same time, under the same temporary name.
  private val locks = Array.fill(16)(Object())

  private def layOut(magic: Long, header: IndexHeader, sections: Seq[(Int, ByteSink)]): Array[Byte] =
    val out = ByteSink(HeaderLength + sections.map(_._2.size).sum)
    out.putLong(magic)
    out.putInt(if magic == Magic then Version else WithoutPlaces)
    out.putInt(PageSize)
    out.putLong(header.journal.getMostSignificantBits)
    out.putLong(header.journal.getLeastSignificantBits)
    out.putLong(header.segment)
    out.putLong(header.salt)
    out.putLong(header.last)
    out.putLong(header.records)
    out.putLong(header.firstSequence)
    out.putLong(header.lastSequence)
    out.putLong(header.firstTime)
    out.putLong(header.lastTime)
    out.putLong(header.digest)
    var at = HeaderLength.toLong
    sections.foreach: (count, section) =>
      out.putInt(count)
      out.putLong(at)
      out.putLong(section.size)
      at += section.size
    sections.foreach((_, section) => out.put(section))
    out.toArray

  private def writePages(storage: Storage, path: Path, salt: Long, content: Array[Byte]): Unit =
    val pages = (content.length + PageContent - 1) / PageContent
    val part  = path.resolveSibling(s"${path.getFileName}.part")
    storage.delete(part)
    val file = storage.create(part)
    try
      val buffer = ByteBuffer.allocate(math.min(pages, PagesAtOnce) * PageSize).order(java.nio.ByteOrder.LITTLE_ENDIAN)
      var page   = 0
      while page < pages do
        val first = page
        buffer.clear()
        while page < pages && buffer.hasRemaining do
          val at     = buffer.position
          val length = math.min(PageContent, content.length - page * PageContent)
          buffer.put(content, page * PageContent, length)
          java.util.Arrays.fill(buffer.array, at + length, at + PageContent, 0: Byte)
          buffer.position(at + PageContent)
          buffer.putInt(check(buffer.array, at, if page == 0 then 0 else salt, page.toLong * PageSize))
          page += 1
        file.write(buffer.flip(), first.toLong * PageSize)
      file.force()
    finally file.close()
    storage.move(part, path)
