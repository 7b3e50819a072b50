package brine.codec.internal.concurrent

/** None: JavaScript has no references that yield to a lack of memory. */
private[codec] final class SpareArray(val most: Int):
  def take(bytes: Int): Array[Byte] | Null      = null
  def give(array: Array[Byte], size: Int): Unit = ()
  def lose(): Unit                              = ()
  def want(size: Int): Unit                     = ()
