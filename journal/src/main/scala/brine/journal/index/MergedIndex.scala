package brine.journal.index

import brine.journal.format.{Damage, Little}
import brine.journal.index.IndexFormat.{PageContent, PageSize, SaltAt}
import brine.journal.index.MergedFormat.*
import brine.journal.storage.{Storage, StorageFile}
import java.nio.file.Path
import java.util.UUID

/** An index over several ended segments: it names those that have a stream, tag or key. It is computed from their
  * indexes, so it can be built again. Thread-safe; all methods may throw [[Damage]] if a page is corrupt.
  *
  * @param first
  *   number of the first segment that it covers
  * @param covered
  *   the segments, from the first one on
  */
private[journal] final class MergedIndex private (
    val path: Path,
    val first: Long,
    val covered: Vector[CoveredSegment],
    tables: Vector[HashTable],
    pages: Pages
) extends AutoCloseable:
  /** Number of the last segment that it covers. */
  val last: Long = first + covered.size - 1

  /** Numbers of the segments that may have a hash, newest first.
    *
    * @param table
    *   one of [[MergedFormat]]
    */
  def find(table: Int, hash: Long): Array[Long] = tables(table).find(hash).map(first + _)

  /** The rows of a table. */
  def rows(table: Int): HashSource = tables(table).rows

  /** Reads all of it and verifies it. */
  def verify(): Unit = pages.verify()

  def close(): Unit = pages.close()

private[journal] object MergedIndex:
  /** The name of the file for these segments. */
  def name(first: Long, last: Long): String = s"merged-$first-$last.idx"

  private val Name = "merged-([1-9][0-9]{0,17})-([1-9][0-9]{0,17})\\.idx".r

  /** The first and last segment in the name of such a file. */
  def parse(name: String): Option[(Long, Long)] = name match
    case Name(first, last) => Some((first.toLong, last.toLong)).filter(_ <= _)
    case _                 => None

  /** Opens an index.
    *
    * @throws Damage
    *   if it is not one, or not of this journal
    */
  def open(storage: Storage, path: Path, journal: UUID): MergedIndex =
    val file = storage.openRead(path)
    try read(storage, path, file, journal)
    catch
      case error: Throwable =>
        file.close()
        throw error

  private def read(storage: Storage, path: Path, file: StorageFile, journal: UUID): MergedIndex =
    val size                           = file.size
    def fail(problem: String): Nothing = throw Damage(path.getFileName.toString, 0, problem)
    val page                           = Pages.read(path, size, 0, 0, file.read(_, 0))
    if Little.long(page, 0) != Magic || Little.int(page, 8) != Version || Little.int(page, 12) != PageSize then
      fail("not a merged index of this version")
    if UUID(Little.long(page, 16), Little.long(page, 24)) != journal then fail("a merged index of another journal")
    val length = Little.long(page, 56)
    val count  = Little.int(page, 48)
    if size != (length + PageContent - 1) / PageContent * PageSize || count <= 0 then
      fail("a merged index of another length than it says")
    val first  = Little.long(page, 32)
    val pages  = Pages(storage, path, size, Little.long(page, SaltAt), file)
    val tables = Vector.tabulate(Tables): table =>
      def field(number: Int) = Little.long(page, TablesAt + table * TableLength + number * 8)
      HashTable(pages, field(0), field(1), field(2), field(3).toInt, count)
    val cursor  = pages.cursor(Little.long(page, CoveredAt))
    val covered = Vector.fill(count)(CoveredSegment(cursor.long(), cursor.long(), cursor.long(), cursor.long() == 1))
    MergedIndex(path, first, covered, tables, pages)
