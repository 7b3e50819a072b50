package brine.journal.lookup

import java.lang.invoke.MethodHandles
import java.util.concurrent.ConcurrentHashMap

/** For each stream, or tag, of the current segment: the offsets of its units. Written by one thread, read by any: a
  * reader that has seen the journal's durable mark sees at least what was added before it.
  *
  * The nodes of a list form a ring: from the newest node to the oldest, and from each to the next newer one. So a
  * reader that has read a list continues with what was added since.
  */
private[journal] final class PostingLists:
  import PostingLists.*

  // For each list, the number of its newest node; 0 if it has none.
  @volatile private var newest = new Array[Int](64)
  // For each list, how many nodes it has; exact for the writer only.
  private var counts = new Array[Int](64)
  // A node is the unit's offset over 8, and its link: the number of the next node, or of the oldest one, negated.
  // Nodes are numbered from 1.
  @volatile private var chunks: Array[Array[Int]] = new Array(4)
  private var nodes                               = 0
  // For each long list, its nodes at even distances, so that a reader need not walk all of it.
  private val signs = ConcurrentHashMap[Integer, Signs]()

  /** Adds a unit to a list. Units are added in order; adding the last one again has no effect. */
  def add(list: Int, offset: Long): Unit =
    if list >= newest.length then
      val length = math.max(list + 1, newest.length * 2)
      counts = java.util.Arrays.copyOf(counts, length)
      newest = java.util.Arrays.copyOf(newest, length)
    val last = newest(list)
    val unit = (offset >>> 3).toInt
    if last == 0 || unitOf(last) != unit then
      val chunk = nodes >> ChunkBits
      if chunk == chunks.length then chunks = java.util.Arrays.copyOf(chunks, chunk * 2)
      if chunks(chunk) == null then
        chunks(chunk) = new Array(ChunkSize * 2)
        chunks = chunks // publishes the element
      val at = (nodes & (ChunkSize - 1)) * 2
      nodes += 1
      chunks(chunk)(at) = unit
      chunks(chunk)(at + 1) = if last == 0 then -nodes else linkOf(last)
      if last != 0 then (Ints.setRelease(chunks((last - 1) >> ChunkBits), linkAt(last), nodes): Unit)
      (Ints.setRelease(newest, list, nodes): Unit)
      counts(list) += 1
      if counts(list) % Distance == 0 then signs.computeIfAbsent(list, _ => Signs()).add(nodes)

  /** About how many units a list has, for any thread. */
  def count(list: Int): Int =
    val known = counts
    if list < 0 || list >= known.length then 0 else known(list)

  private def unitOf(node: Int): Int    = chunks((node - 1) >> ChunkBits)(((node - 1) & (ChunkSize - 1)) * 2)
  private def linkOf(node: Int): Int    = (Ints.getAcquire(chunks((node - 1) >> ChunkBits), linkAt(node)): Int)
  private def linkAt(node: Int): Int    = ((node - 1) & (ChunkSize - 1)) * 2 + 1
  private def offsetOf(node: Int): Long = (unitOf(node) & 0xffffffffL) << 3

  private def newestOf(list: Int): Int =
    val known = newest
    if list < 0 || list >= known.length then 0 else (Ints.getAcquire(known, list): Int)

  private def oldestAfter(newestKnown: Int): Int =
    var link = linkOf(newestKnown)
    while link > 0 do link = linkOf(link)
    -link

  /** Number of the last node that is surely before this offset, 0 if there is none such; finds it in steps of
    * [[Distance]].
    */
  private def signBefore(list: Int, offset: Long): Int =
    val known = signs.get(list)
    if known == null then 0
    else
      var from  = 0
      var until = known.count
      while from < until do
        val middle = (from + until) >>> 1
        if offsetOf(known(middle)) < offset then from = middle + 1 else until = middle
      if from == 0 then 0 else known(from - 1)

  /** The last offset of the list, of those in steps of [[Distance]], for which a condition holds; 0 if none.
    * Once it does not hold, it must not hold for later offsets.
    */
  def lastWhere(list: Int)(holds: Long => Boolean): Long =
    val known = signs.get(list)
    var from  = 0
    var until = if known == null then 0 else known.count
    while from < until do
      val middle = (from + until) >>> 1
      if holds(offsetOf(known(middle))) then from = middle + 1 else until = middle
    if from == 0 then 0 else offsetOf(known(from - 1))

  /** Walks a list from this offset on. Allocates nothing after that, however long the list is. */
  def cursor(list: Int, from: Long): Cursor = Cursor(list, from)

  /** The offsets of the list's units, in order. */
  def offsets(list: Int): Array[Long] =
    val all  = cursor(list, 0)
    var some = new Array[Long](8)
    var size = 0
    var next = all.next(Long.MaxValue)
    while next >= 0 do
      if size == some.length then some = java.util.Arrays.copyOf(some, size * 2)
      some(size) = next
      size += 1
      next = all.next(Long.MaxValue)
    java.util.Arrays.copyOf(some, size)

  /** Owned by one thread. */
  final class Cursor private[PostingLists] (list: Int, from: Long):
    // The last node that was read or passed; 0 before the first one.
    private var passed = 0

    /** The offset of the next unit, if there is one before this end; otherwise -1. */
    def next(end: Long): Long =
      var node = if passed == 0 then first() else math.max(linkOf(passed), 0)
      while node != 0 && offsetOf(node) < from do
        passed = node
        node = math.max(linkOf(node), 0)
      val offset = if node == 0 then -1 else offsetOf(node)
      if offset < 0 || offset >= end then -1
      else
        passed = node
        offset

    private def first(): Int =
      val last = newestOf(list)
      if last == 0 then 0
      else if offsetOf(last) < from then
        passed = last
        math.max(linkOf(last), 0)
      else
        val sign = signBefore(list, from)
        if sign == 0 then oldestAfter(last) else sign

private[journal] object PostingLists:
  private inline val ChunkBits = 10
  private inline val ChunkSize = 1 << ChunkBits
  private inline val Distance  = 64
  private val Ints             = MethodHandles.arrayElementVarHandle(classOf[Array[Int]]).withInvokeExactBehavior

  /** Nodes of one list, in order. One thread adds, any thread reads. */
  private final class Signs:
    private var nodes               = new Array[Int](16)
    @volatile private var size: Int = 0

    def add(node: Int): Unit =
      if size == nodes.length then nodes = java.util.Arrays.copyOf(nodes, size * 2)
      nodes(size) = node
      size += 1

    def count: Int             = size
    def apply(place: Int): Int = nodes(place)
