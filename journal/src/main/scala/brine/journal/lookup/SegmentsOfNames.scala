package brine.journal.lookup

import brine.journal.format.SegmentHeader
import java.util.LinkedHashMap

/** A cache of what merged indexes say: which ended segments may have a stream or a tag. An ended segment never gets
  * another name, so what is known stays true. A name that is looked up again asks only the merged indexes, and the
  * segments without one, that it has not asked before. Thread-safe.
  *
  * @param most
  *   how many names are remembered: those that were looked up last
  */
private[journal] final class SegmentsOfNames(val merged: SegmentsOfNames.Indexes, most: Int):
  import SegmentsOfNames.*

  // Guarded by this
  private val names = new LinkedHashMap[Name, Known](16, 0.75f, true):
    override def removeEldestEntry(eldest: java.util.Map.Entry[Name, Known]): Boolean = this.size > most

  /** Numbers of the segments that may have a name, among those from one to another.
    *
    * @param headers
    *   the segments that are kept, oldest first
    * @param table
    *   one of [[brine.journal.index.MergedFormat]]
    * @param hash
    *   the hash of the name
    * @param first
    *   number of the segment to begin with
    * @param last
    *   number of the last segment, which has ended
    */
  def of(headers: Vector[SegmentHeader], table: Int, hash: Long, first: Long, last: Long): Set[Long] =
    if first > last then Set.empty
    else
      val name   = Name(table, hash)
      val before = get(name)
      // After a gap of deleted segments nothing would connect to what is known.
      val known = if before == null || before.until < headers.head.number - 1 then Known.none(first) else before
      val low   = if first < known.first then asked(headers, name, first, known.first - 1) else null
      val high  = if known.until < last then asked(headers, name, known.until + 1, last) else null
      val all   = known.and(low, high)
      if (low != null || high != null) && !all.isEmpty then put(name, all)
      val found = Set.newBuilder[Long]
      Seq(low, known, high).foreach(part => if part != null then part.in(first, last).foreach(found += _))
      found.result()

  private def asked(headers: Vector[SegmentHeader], name: Name, first: Long, last: Long): Known =
    // Before the lookup: a segment that is merged meanwhile may have been listed without being asked.
    val covered = math.min(merged.coveredFrom(headers, first), last)
    val numbers = scala.collection.mutable.ArrayBuilder.ofLong()
    merged.descend(headers, name.table, name.hash, last, first): at =>
      numbers += headers(at).number
      false
    Known(first, last, covered, numbers.result().reverse)

  private def get(name: Name): Known | Null = synchronized(names.get(name))

  private def put(name: Name, known: Known): Unit = synchronized:
    if known.isShort then names.put(name, known): Unit
    else names.remove(name): Unit

  /** How many names are remembered. */
  def size: Int = synchronized(names.size)

private[journal] object SegmentsOfNames:
  /** How many names are remembered, for a setting of how many the journal remembers. */
  def most(names: Int): Int = math.min(names, Most)

  // With the segments of each, up to some MiB.
  private inline val Most         = 1 << 13
  private inline val MostSegments = 64

  /** Looks names up in merged indexes. */
  trait Indexes:
    /** See [[MergedIndexes.descend]]. */
    def descend(headers: Vector[SegmentHeader], table: Int, hash: Long, newest: Long, least: Long = 0)(
        isEnough: Int => Boolean
    ): Unit

    /** Number of the last segment up to which merged indexes cover all, from a segment on. If none covers that one, the
      * number before it.
      */
    def coveredFrom(headers: Vector[SegmentHeader], first: Long): Long

  private final case class Name(table: Int, hash: Long)

  /** The segments from `first` to `until` that may have a name.
    *
    * @param covered
    *   up to this one, merged indexes say so; others were listed without being asked
    * @param numbers
    *   in order
    */
  private final class Known(val first: Long, val until: Long, covered: Long, numbers: Array[Long]):
    def isEmpty: Boolean = until < first
    def isShort: Boolean = numbers.length <= MostSegments

    def in(from: Long, last: Long): Array[Long] = numbers.filter(number => number >= from && number <= last)

    /** This one, what was asked of segments before it, and of those after it, as far as merged indexes have said it. */
    def and(low: Known | Null, high: Known | Null): Known =
      val after = if high == null then Known.none(until + 1) else high.sure
      if low == null || !low.isSure then Known(first, after.until, after.until, numbers ++ after.sureNumbers)
      else Known(low.first, after.until, after.until, low.sureNumbers ++ numbers ++ after.sureNumbers)

    private def isSure: Boolean          = covered == until
    private def sure: Known              = Known(first, covered, covered, sureNumbers)
    private def sureNumbers: Array[Long] = in(first, covered)

  private object Known:
    /** Nothing is known; lookups begin with this segment. */
    def none(first: Long): Known = Known(first, first - 1, first - 1, Array.emptyLongArray)
