package brine.pekko.rig

/** Waits for what must become true. */
object Await:
  def apply(what: => String, seconds: Int)(holds: => Boolean): Unit =
    val until = System.nanoTime + seconds * 1_000_000_000L
    while !holds do
      if System.nanoTime > until then throw AssertionError(s"$what: not within $seconds s")
      Thread.sleep(20)
