package brine.entity.internal

import brine.journal.Offset
import java.util.concurrent.locks.ReentrantLock

/** The position that a projection has reached, for threads that wait for it. Thread-safe. */
private[entity] final class Reached:
  private val lock    = ReentrantLock()
  private val changed = lock.newCondition

  @volatile private var position = 0L
  @volatile private var isOver   = false

  def offset: Offset = Offset(position)

  /** Notes a position, if it is higher. */
  def reach(offset: Offset): Unit = if offset.sequence > position then
    lock.lock()
    try
      position = offset.sequence
      changed.signalAll()
    finally lock.unlock()

  /** Wakes all who wait: no higher position will come. */
  def end(): Unit =
    lock.lock()
    try
      isOver = true
      changed.signalAll()
    finally lock.unlock()

  /** Waits until the position is reached, the end, or a time of `System.nanoTime`. Returns whether it is reached. */
  def await(offset: Offset, until: Long): Boolean =
    if position < offset.sequence then
      lock.lockInterruptibly()
      try
        var left = until - System.nanoTime
        while position < offset.sequence && !isOver && left > 0 do left = changed.awaitNanos(left)
      finally lock.unlock()
    position >= offset.sequence
