package brine.entity.effect

import brine.journal.Offset
import java.time.Instant

/** What running effects are doing, at a moment.
  *
  * @param position
  *   every effect of an event up to this offset was executed, or is set aside
  * @param keepAfter
  *   the log must keep all records after this offset: those whose effects were not executed, those of effects that are
  *   set aside, and what it has stored of them. It is the one for [[brine.journal.RetentionRules.keepAfter]]
  * @param lag
  *   number of records of the log after the position, selected by the query or not
  * @param pending
  *   number of events that were read and whose effects were not executed yet; they may be waiting behind another one of
  *   their key
  * @param running
  *   number of effects that are being executed now
  * @param executed
  *   number of effects that were executed since the start
  * @param perSecond
  *   effects executed in the last seconds, a second
  * @param setAside
  *   number of effects set aside
  * @param failure
  *   the last failure since the start, of an effect or of the log
  * @param end
  *   why they have ended, if they have
  */
final case class EffectsStatus(
    position: Offset,
    keepAfter: Offset,
    lag: Long,
    pending: Int,
    running: Int,
    executed: Long,
    perSecond: Double,
    setAside: Int,
    failure: Option[EffectsStatus.Failure],
    end: Option[EffectsError]
)

object EffectsStatus:
  /** A failure.
    *
    * @param message
    *   what failed and with what
    * @param attempts
    *   how often in a row that has failed
    * @param at
    *   when
    */
  final case class Failure(message: String, attempts: Int, at: Instant)
