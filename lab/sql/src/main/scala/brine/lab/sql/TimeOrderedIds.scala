package brine.lab.sql

import java.nio.ByteBuffer
import java.util.concurrent.ThreadLocalRandom
import java.util.concurrent.atomic.AtomicLong

/** Ids of 16 bytes: milliseconds, a number that rises within them, and chance. Each is greater than those before, also
  * than those of an earlier instance. Safe from any thread.
  */
private final class TimeOrderedIds:
  private val last = AtomicLong()

  def next(): Array[Byte] =
    val now  = System.currentTimeMillis << 16
    val high = last.updateAndGet(before => if now > before then now else before + 1)
    ByteBuffer.allocate(16).putLong(high).putLong(ThreadLocalRandom.current.nextLong()).array
