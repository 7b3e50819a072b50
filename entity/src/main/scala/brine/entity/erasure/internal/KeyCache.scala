package brine.entity.erasure.internal

import brine.actor.internal.support.StackProbe
import java.util.{LinkedHashMap, Map as JavaMap}

/** The keys of the subjects that were used last. Thread-safe.
  *
  * @param most
  *   number of subjects
  */
private[erasure] final class KeyCache(most: Int):
  private val entries =
    new LinkedHashMap[String, CachedKeys](16, 0.75f, true):
      override def removeEldestEntry(eldest: JavaMap.Entry[String, CachedKeys]): Boolean = this.size > most

  // How often keys of a subject changed: what was read before a change is not put here after it.
  private var changes = 0L

  def get(subject: String): Option[CachedKeys] =
    StackProbe.require()
    synchronized(Option(entries.get(subject)))

  /** The point from which on a change is noticed, see [[put]]. */
  def mark: Long =
    StackProbe.require()
    synchronized(changes)

  /** Keeps what was read since the mark, unless a subject was changed since. */
  def put(subject: String, keys: CachedKeys, mark: Long): Unit =
    StackProbe.require()
    synchronized:
      if mark == changes then entries.put(subject, keys): Unit

  /** Keeps what a change since the mark has made of a subject's keys. If another change came since, nobody knows which
    * was the last, and nothing is kept.
    */
  def renew(subject: String, keys: CachedKeys, mark: Long): Unit =
    StackProbe.require()
    synchronized:
      if mark == changes then entries.put(subject, keys): Unit else entries.remove(subject): Unit
      changes += 1

  /** Removes a subject, whose keys have changed. */
  def remove(subject: String): Unit =
    StackProbe.require()
    synchronized:
      changes += 1
      entries.remove(subject): Unit

  /** Removes all. */
  def clear(): Unit =
    StackProbe.require()
    synchronized:
      changes += 1
      entries.clear()

  def size: Int = synchronized(entries.size)
