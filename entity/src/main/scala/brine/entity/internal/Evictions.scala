package brine.entity.internal

import java.util.concurrent.ConcurrentHashMap

/** Which entities must leave memory as soon as they can, and who waits for that. Mostly there are none. Thread-safe. */
private[internal] final class Evictions:
  private val waiting = ConcurrentHashMap[String, () => Unit]()

  /** Notes that an entity must leave, and whom to tell. */
  def add(id: String, left: () => Unit): Unit =
    waiting.merge(
      id,
      left,
      (first, second) =>
        () =>
          first()
          second()
    ): Unit

  /** Whether an entity must leave. */
  def contains(id: String): Boolean = !waiting.isEmpty && waiting.containsKey(id)

  /** An entity has left: tells who waits for it. */
  def left(id: String): Unit = if !waiting.isEmpty then
    val told = waiting.remove(id)
    if told != null then told()
