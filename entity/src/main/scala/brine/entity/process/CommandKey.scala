package brine.entity.process

import java.nio.charset.StandardCharsets.UTF_8
import java.time.Instant
import java.time.temporal.ChronoUnit
import java.util.UUID

/** Identifies a command of a [[Process]]: it is the same each time the command is sent, also after a restart. Pass it
  * to the receiver as an idempotency key.
  *
  * It has the time at which the command was decided, because a log that was restored from an older backup may decide
  * again, and differently.
  *
  * @param process
  *   name of the process
  * @param instance
  *   the instance, any text
  * @param number
  *   number of the command in its instance, from 1
  * @param at
  *   when it was decided, to the microsecond
  */
final case class CommandKey(process: String, instance: String, number: Long, at: Instant):
  /** As text: `process/number/time/instance`, with the time in microseconds since 1970. The instance is last because it
    * may hold a `/`: so two keys never have the same text.
    */
  def text: String = s"$process/$number/${ChronoUnit.MICROS.between(Instant.EPOCH, at)}/$instance"

  /** As a UUID: that of version 3 (MD5), which `UUID.nameUUIDFromBytes` makes of `brine.process/` and the [[text]]. */
  def uuid: UUID = UUID.nameUUIDFromBytes(s"brine.process/$text".getBytes(UTF_8))

  override def toString: String = text
