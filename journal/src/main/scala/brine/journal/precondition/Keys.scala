package brine.journal.precondition

import brine.journal.index.KeyedAppend
import java.util.UUID

/** The idempotency keys that callers do not look up in indexes: those of the current segment and of the one before it,
  * whose index may not exist yet. Also those of older segments, as long as an append in flight may have been looked up
  * before its segment grew old. Owned by the writer thread.
  *
  * @param claimed
  *   number of slots of the ring ever claimed
  */
private[journal] final class Keys(claimed: () => Long):
  private var current  = java.util.HashMap[UUID, KeyedAppend]()
  private var previous = java.util.HashMap[UUID, KeyedAppend]()
  // Oldest first
  private val older = java.util.ArrayDeque[Keys.Older]()

  def find(key: UUID): KeyedAppend | Null =
    val found = current.get(key)
    if found != null then found
    else
      val before = previous.get(key)
      if before != null || older.isEmpty then before else findOlder(key)

  private def findOlder(key: UUID): KeyedAppend | Null =
    var found: KeyedAppend | Null = null
    older.forEach(one => if found == null then found = one.keys.get(key))
    found

  def add(key: UUID, append: KeyedAppend): Unit = current.put(key, append): Unit

  /** Begins another segment. From now on, [[LiveFiles.lastForgotten]] names the segment that becomes older here. */
  def roll(): Unit =
    // Whoever claims a slot from now on sees that its lookup was too early.
    if !previous.isEmpty then older.add(Keys.Older(previous, claimed())): Unit
    previous = current
    current = java.util.HashMap()

  /** Drops the keys that are needed only by appends in slots before this one. */
  def release(place: Long): Unit = while !older.isEmpty && older.peek.until <= place do older.poll(): Unit

  def isEmpty: Boolean = current.isEmpty && previous.isEmpty && older.isEmpty

private[journal] object Keys:
  /** The keys of a segment that callers look up by now, and the slot from which on every caller does. */
  private final class Older(val keys: java.util.HashMap[UUID, KeyedAppend], val until: Long)
