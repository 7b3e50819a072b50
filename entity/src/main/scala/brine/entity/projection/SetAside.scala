package brine.entity.projection

import brine.journal.Offset

/** A record that a projection has set aside: it failed, or came after one of the same key that had failed.
  *
  * @param key
  *   key of the record, by which [[RunningProjection.replay]] and [[RunningProjection.discard]] name it
  * @param offset
  *   offset of the record
  * @param reason
  *   why: what it failed with, or the record before it
  */
final case class SetAside(key: String, offset: Offset, reason: String)
