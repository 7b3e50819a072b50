package brine.entity.process.internal

import brine.codec.Codec

/** A record of the stream of due timers: the time of a timer has come. It is an input of the instance, in the order of
  * the log. There may be several for a timer: the first that the instance comes to fires it, if the timer is open then.
  */
private[process] final case class DueTimer(instance: String, id: String, number: Long)

private[process] object DueTimer:
  implicit val codec: Codec[DueTimer] = Codec.derived
