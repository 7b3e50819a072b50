package brine.codec.internal.concurrent

import java.lang.ref.SoftReference
import java.util.concurrent.atomic.AtomicBoolean

/** One large array for the large messages of a pool, which itself keeps only small buffers. One message at a time has
  * it; the others do without. So large messages neither allocate nor copy their bytes twice. At most one array stays in
  * memory, as long as there is memory.
  *
  * It is made at the second large message, as large as the largest before it and an eighth more. It is dropped after 64
  * messages in a row that used less than a quarter of it. Thread-safe.
  *
  * @param most
  *   most bytes of the array
  */
private[codec] final class SpareArray(most: Int):
  private val lent             = new AtomicBoolean
  @volatile private var wanted = 0

  // Of the message that has it.
  private var kept: SoftReference[Array[Byte]] | Null = null
  private var idle: Int                               = 0

  /** Takes the array, for the caller alone until [[give]] or [[lose]]; null if another has it, or it is shorter than
    * `bytes`.
    */
  def take(bytes: Int): Array[Byte] | Null =
    if !lent.compareAndSet(false, true) then null
    else
      var taken: Array[Byte] | Null = null
      try
        val least = wanted
        val found = if kept == null then null else kept.nn.get
        if found != null && found.length >= math.max(bytes, least) then taken = found
        else if least >= bytes then
          kept = null
          taken = new Array[Byte](least)
          kept = new SoftReference(taken.nn)
        taken
      finally if taken == null then lent.set(false)

  /** Gives the array back after a message of `size` bytes. */
  def give(array: Array[Byte], size: Int): Unit =
    if size >= (array.length >>> 2) then idle = 0 else idle += 1
    if idle == SpareArray.MostIdle then
      idle = 0
      kept = null
      wanted = 0
    lent.set(false)

  /** Tells that the array that was taken stays with another. */
  def lose(): Unit =
    kept = null
    lent.set(false)

  /** Tells that a message had to do without it. */
  def want(size: Int): Unit =
    val room = size + (size >>> 3).toLong
    if room <= most && room > wanted then wanted = room.toInt

private object SpareArray:
  private inline val MostIdle = 64
