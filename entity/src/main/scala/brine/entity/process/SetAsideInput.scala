package brine.entity.process

import brine.journal.Offset

/** An input that is set aside: the instance could not react to it or send its commands, or it came after such a one.
  *
  * @param instance
  *   the instance; None if it cannot be said, because the event cannot be decoded or [[Process.instance]] fails
  * @param stream
  *   stream of the event, if the instance cannot be said; otherwise empty
  * @param offset
  *   offset of the event, or of the record that says that a timer is due
  * @param reason
  *   why: what failed, or the input before it
  */
final case class SetAsideInput(instance: Option[String], stream: String, offset: Offset, reason: String)
