package brine.effort

/** How much of the heap is in use. */
object HeapInUse:
  /** The bytes in use after collections, once they stay the same: what ends by itself, such as a worker that falls
    * asleep, gives back its memory a moment later. Takes some hundred milliseconds, and 3 seconds at most.
    */
  def settled(): Long =
    def used =
      System.gc()
      Runtime.getRuntime.totalMemory - Runtime.getRuntime.freeMemory
    var last  = used
    var same  = 0
    var tries = 0
    while same < 3 && tries < 100 do
      Thread.sleep(20)
      val now = used
      if math.abs(now - last) < 4096 then same += 1 else same = 0
      last = now
      tries += 1
    last
