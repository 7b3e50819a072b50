package brine.entity.effect

import brine.journal.{Offset, Record}
import java.nio.charset.StandardCharsets.UTF_8
import java.time.Instant
import java.time.temporal.ChronoUnit
import java.util.UUID

/** Identifies an effect: it is the same in each attempt, also after a restart. Pass it to the receiver as an
  * idempotency key.
  *
  * It is made of the name of the effects and the identity of the event: its offset and its time. Both stay when the log
  * is compacted, backed up and restored. The time is part of it for two reasons. Effects of one name may run over
  * several logs. And a log that was restored from an older backup gives offsets to other events.
  *
  * A log whose events were appended to another one has other offsets and times there, so the keys are others.
  *
  * @param name
  *   name of the effects
  * @param offset
  *   offset of the event
  * @param at
  *   time of the event, to the microsecond
  */
final case class EffectKey(name: String, offset: Offset, at: Instant):
  /** As text: `name/offset/time`, with the time in microseconds since 1970. It has at most 142 characters of ASCII. */
  def text: String = s"$name/${offset.sequence}/${ChronoUnit.MICROS.between(Instant.EPOCH, at)}"

  /** As a UUID: that of version 3 (MD5), which `UUID.nameUUIDFromBytes` makes of `brine.effect/` and the [[text]]. */
  def uuid: UUID = UUID.nameUUIDFromBytes(s"brine.effect/$text".getBytes(UTF_8))

  override def toString: String = text

private[effect] object EffectKey:
  def of(name: String, record: Record[?]): EffectKey = EffectKey(name, record.offset, record.at)
