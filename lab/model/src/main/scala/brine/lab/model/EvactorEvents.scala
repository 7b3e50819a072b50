package brine.lab.model

import java.util.Random

/** The events of the evactor study: `event1`, `event2` and so on, times within 100 ms of each other, and messages of
  * five UTF-16 units drawn from 1 to 0xD7FF, so nearly every one takes three bytes in UTF-8.
  */
object EvactorEvents {
  val Seed: Long = 20130722L

  /** The low 32 bits of 1 May 2013, 12:00 UTC, in milliseconds. Its sign and size decide the length of some encodings,
    * so it is fixed here; the study took the time of the run.
    */
  val BaseTimestamp: Int = 1367409600000L.toInt

  def generate(count: Int, seed: Long = Seed): Vector[DataEvent] = {
    val random = new Random(seed)
    Vector.tabulate(count) { index =>
      val timestamp = BaseTimestamp + random.nextInt(100)
      val message   = new String(Array.fill(5)((1 + random.nextInt(0xd7ff)).toChar))
      DataEvent("event" + (index + 1), timestamp, message)
    }
  }
}
