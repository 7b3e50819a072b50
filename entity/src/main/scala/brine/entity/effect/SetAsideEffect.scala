package brine.entity.effect

import brine.journal.Offset

/** An effect that is set aside: it failed, or came after one of the same key that had failed.
  *
  * @param key
  *   key of the record, by which [[RunningEffects.replay]] and [[RunningEffects.discard]] name it
  * @param offset
  *   offset of the record, by which [[RunningEffects.discardOne]] names it
  * @param reason
  *   why: what it failed with, or the effect before it
  */
final case class SetAsideEffect(key: String, offset: Offset, reason: String)
