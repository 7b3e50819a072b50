package brine.journal.testkit

import brine.codec.Codec
import java.util.UUID

/** An event of simulated runs; its text follows from its number. */
final case class SimulatedEvent(number: Long, text: String) derives Codec

object SimulatedEvent:
  def apply(number: Long, length: Int): SimulatedEvent =
    new SimulatedEvent(
      number,
      String.valueOf(Array.tabulate(length)(i => ('a' + (number * 7 + i * 31 + i / 26) % 26).toChar))
    )

/** An event as it was submitted.
  *
  * @param key
  *   of its append, if it is the first of it
  * @param isEnd
  *   whether it is the last of its append; not compared
  */
final case class Submitted(stream: String, version: Long, event: SimulatedEvent, key: Option[UUID])(val isEnd: Boolean)
