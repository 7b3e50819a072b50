package brine.journal.index

import brine.journal.format.Checksum
import brine.journal.index.MergedFormat.*
import brine.journal.storage.Storage
import java.io.IOException
import java.nio.file.Path
import java.util.UUID

/** Merges indexes of segments, or merged indexes, into one. It reads and writes in order of the hashes, so that memory
  * does not depend on how much there is.
  */
private[journal] object MergedIndexWriter:
  /** Something to merge.
    *
    * @param first
    *   number of its first segment
    * @param rows
    *   rows of a table, from the beginning
    */
  final case class Input(first: Long, covered: Vector[CoveredSegment], rows: Int => HashSource)

  /** Writes a merged index to a temporary file, makes it durable, and renames it.
    *
    * @param inputs
    *   what it is made of: adjacent segments, in order
    * @param stops
    *   asked now and then: whether to give up
    * @return
    *   whether the index was written
    */
  def write(storage: Storage, path: Path, journal: UUID, inputs: Vector[Input], stops: () => Boolean): Boolean =
    val part = path.resolveSibling(s"${path.getFileName}.part")
    storage.delete(part)
    val isDone =
      try writePart(storage, part, journal, inputs, stops)
      catch
        case error: Throwable =>
          // Its space may be what others need.
          try storage.delete(part)
          catch case _: IOException => ()
          throw error
    if isDone then storage.move(part, path) else storage.delete(part)
    isDone

  private def writePart(
      storage: Storage,
      part: Path,
      journal: UUID,
      inputs: Vector[Input],
      stops: () => Boolean
  ): Boolean =
    val first   = inputs.head.first
    val covered = inputs.flatMap(_.covered)
    val salt    = saltOf(covered)
    val file    = storage.create(part)
    try
      val out    = PageWriter(file, salt)
      val places = Vector.range(0, Tables).map(table => TableMerger(out, first, inputs, table, stops).run())
      val start  = out.position
      val list   = ByteSink(covered.size * 32)
      covered.foreach: segment =>
        list.putLong(segment.salt)
        list.putLong(segment.last)
        list.putLong(segment.digest)
        list.putLong(if segment.isOriginal then 1 else 0)
      out.put(list)
      val header = ByteSink(IndexFormat.PageSize)
      header.putLong(Magic)
      header.putInt(Version)
      header.putInt(IndexFormat.PageSize)
      header.putLong(journal.getMostSignificantBits)
      header.putLong(journal.getLeastSignificantBits)
      header.putLong(first)
      header.putLong(salt)
      header.putInt(covered.size)
      header.putInt(0)
      header.putLong(out.position)
      places.foreach(_.foreach(header.putLong))
      header.putLong(start)
      // What a merger leaves when it stops is not whole.
      val isWhole = !stops()
      if isWhole then out.finish(header)
      isWhole
    finally file.close()

  // Files of the same segments have the same salt, and then the same bytes.
  private def saltOf(covered: Vector[CoveredSegment]): Long =
    covered.foldLeft(covered.size.toLong): (salt, segment) =>
      val mixed = Checksum.mask(segment.salt ^ salt, segment.last).toLong
      salt * 0x9e3779b97f4a7c15L + (mixed << 32 | Checksum.mask(segment.salt + salt, segment.digest) & 0xffffffffL)

/** Merges one table. */
private final class TableMerger(
    out: PageWriter,
    first: Long,
    inputs: Vector[MergedIndexWriter.Input],
    table: Int,
    stops: () => Boolean
):
  private val sources = inputs.map(_.rows(table)).toArray
  private val shifts  = inputs.map(input => (input.first - first).toInt).toArray
  private val isThere = sources.map(_.next())
  private val row     = ByteSink(64)
  private val list    = ByteSink(64)
  private val fences  = ByteSink()
  private val start   = out.position
  private var fenced  = Long.MinValue / 2

  /** Writes the rows and their fences. Returns where they are, as the header says it. */
  def run(): Vector[Long] =
    var least = smallest()
    var rows  = 0
    while least >= 0 && ((rows & 0xfff) != 0 || !stops()) do
      put(sources(least).hash)
      rows += 1
      least = smallest()
    val end = out.position
    out.put(fences)
    Vector(start, end - start, end, fences.size / 16)

  // The source with the smallest hash; -1 if all are at their end.
  private def smallest(): Int =
    var least = -1
    var at    = 0
    while at < sources.length do
      val isLess = isThere(at) &&
        (least < 0 || java.lang.Long.compareUnsigned(sources(at).hash, sources(least).hash) < 0)
      if isLess then least = at
      at += 1
    least

  private def put(hash: Long): Unit =
    val at = out.position - start
    if at - fenced >= FenceEvery then
      fences.putLong(hash)
      fences.putLong(at)
      fenced = at
    row.clear()
    row.putLong(hash)
    list.clear()
    var segments = 0
    var newest   = 0L
    var before   = 0L
    var source   = sources.length - 1
    while source >= 0 do
      // Two names of one segment may have the same hash.
      while isThere(source) && sources(source).hash == hash do
        sources(source).segments.foreach: segment =>
          val number = (segment + shifts(source)).toLong
          if segments == 0 || number < before then
            if segments == 0 then newest = number
            list.putVarint(if segments == 0 then number else before - number)
            before = number
            segments += 1
        isThere(source) = sources(source).next()
      source -= 1
    if segments == 1 then row.putVarint(newest << 1)
    else
      row.putVarint(list.size.toLong << 1 | 1)
      row.put(list)
    out.put(row)
