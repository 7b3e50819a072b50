package brine.entity.internal

import brine.codec.Codec

/** The reply to a command with a key, as it is stored in the same append as the events.
  *
  * @param entity
  *   id of the entity
  * @param version
  *   version of the entity before the command
  */
private[internal] final case class RememberedReply[R](entity: String, version: Long, reply: R)

private[internal] object RememberedReply:
  def codec[R](using Codec[R]): Codec[RememberedReply[R]] = Codec.derived
