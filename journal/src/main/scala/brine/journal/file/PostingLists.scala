package brine.journal.file

import java.lang.invoke.MethodHandles

/** For each stream, or tag, of the current segment: the offsets of its units. Written by one thread, read by any: a
  * reader that has seen the journal's durable mark sees at least what was added before it.
  */
private[journal] final class PostingLists:
  import PostingLists.{ChunkBits, ChunkSize, Heads}

  // For each list, the number of its newest node plus one; 0 if it has none.
  @volatile private var heads = new Array[Int](64)
  // A node is the unit's offset over 8, and the number of the previous node plus one.
  @volatile private var chunks: Array[Array[Int]] = new Array(4)
  private var nodes                               = 0

  /** Adds a unit to a list. Units are added in order; adding the last one again has no effect. */
  def add(list: Int, offset: Long): Unit =
    if list >= heads.length then heads = java.util.Arrays.copyOf(heads, math.max(list + 1, heads.length * 2))
    val head = heads(list)
    val unit = (offset >>> 3).toInt
    if head == 0 || chunks((head - 1) >> ChunkBits)(((head - 1) & (ChunkSize - 1)) * 2) != unit then
      val chunk = nodes >> ChunkBits
      if chunk == chunks.length then chunks = java.util.Arrays.copyOf(chunks, chunk * 2)
      if chunks(chunk) == null then
        chunks(chunk) = new Array(ChunkSize * 2)
        chunks = chunks // publishes the element
      val at = (nodes & (ChunkSize - 1)) * 2
      chunks(chunk)(at) = unit
      chunks(chunk)(at + 1) = head
      nodes += 1
      Heads.setRelease(heads, list, nodes)

  /** The offsets of the list's units, in order. */
  def offsets(list: Int): Array[Long] =
    val known = heads
    if list < 0 || list >= known.length then Array.empty
    else
      val newest  = (Heads.getAcquire(known, list): Int)
      val lists   = chunks
      var count   = 0
      var current = newest
      while current != 0 do
        count += 1
        current = lists((current - 1) >> ChunkBits)(((current - 1) & (ChunkSize - 1)) * 2 + 1)
      val offsets = new Array[Long](count)
      current = newest
      while count > 0 do
        count -= 1
        val chunk = lists((current - 1) >> ChunkBits)
        val at    = ((current - 1) & (ChunkSize - 1)) * 2
        offsets(count) = (chunk(at) & 0xffffffffL) << 3
        current = chunk(at + 1)
      offsets

private object PostingLists:
  private inline val ChunkBits = 10
  private inline val ChunkSize = 1 << ChunkBits
  private val Heads            = MethodHandles.arrayElementVarHandle(classOf[Array[Int]]).withInvokeExactBehavior
