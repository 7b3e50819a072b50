package brine.journal.file

import java.util.UUID

/** The idempotency keys of the current segment and of the one before it, whose index may not exist yet. Owned by the
  * writer thread.
  */
private[journal] final class Keys:
  private var current  = java.util.HashMap[UUID, KeyedAppend]()
  private var previous = java.util.HashMap[UUID, KeyedAppend]()

  def find(key: UUID): KeyedAppend | Null =
    val found = current.get(key)
    if found != null then found else previous.get(key)

  def add(key: UUID, append: KeyedAppend): Unit = current.put(key, append): Unit

  /** Begins another segment. */
  def roll(): Unit =
    previous = current
    current = java.util.HashMap()

  def isEmpty: Boolean = current.isEmpty && previous.isEmpty
