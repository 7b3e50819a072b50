package brine.journal.snapshot

import brine.journal.support.StackProbe
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.locks.ReentrantLock

/** Threads that save under the same name take turns. Thread-safe. */
private[snapshot] final class SaveTurns:
  private val locks = ConcurrentHashMap[String, ReentrantLock]()

  /** Runs a save.
    *
    * @throws IllegalStateException
    *   within another save of that name: its parts would replace what it is writing
    */
  def of[A](name: String)(save: => A): A =
    val lock = locks.computeIfAbsent(name, _ => ReentrantLock())
    if lock.isHeldByCurrentThread then
      throw IllegalStateException(
        s"the parts of the snapshot '$name' save another one of that name: save that one before or after"
      )
    StackProbe.require()
    lock.lock()
    try save
    finally lock.unlock()
