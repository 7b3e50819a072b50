package brine.entity

import brine.journal.Offset

/** The reply to a command, and its place in the log.
  *
  * @param value
  *   the reply
  * @param offset
  *   offset of the entity's last event that the reply follows from, those of the command included; [[Offset.Begin]] if
  *   there is none. A view of the log that has read up to this offset shows what the reply says
  */
final case class Answer[+R](value: R, offset: Offset)
