package brine.entity.process

import brine.entity.effect.EffectsStatus
import brine.journal.Offset
import java.time.Instant

/** What a running process is doing, at a moment.
  *
  * @param position
  *   every input up to this offset was handled, with its commands and their replies, or is set aside
  * @param keepAfter
  *   the log must keep all records after this offset, for inputs that were not handled and for the position. It is the
  *   one for [[brine.journal.RetentionRules.keepAfter]]. The streams of instances must be kept as those of entities
  * @param lag
  *   number of records of the log after the position, selected by the query or not
  * @param pending
  *   number of inputs that were read and not handled yet
  * @param running
  *   number of inputs that are being handled
  * @param handled
  *   number of inputs that were handled since the start, those to which the instance reacts with nothing among them
  * @param perSecond
  *   inputs handled in the last seconds, a second
  * @param setAside
  *   number of inputs set aside
  * @param openTimers
  *   number of timers that are set and have not fired, a moment ago; and for a time after a start: see [[timersKnown]]
  * @param nextTimer
  *   when the next one fires
  * @param timersKnown
  *   whether all timers of the log were found since the start
  * @param failure
  *   the last failure since the start, of an input, of timers or of the log
  * @param end
  *   why the process has ended, if it has
  */
final case class ProcessStatus(
    position: Offset,
    keepAfter: Offset,
    lag: Long,
    pending: Int,
    running: Int,
    handled: Long,
    perSecond: Double,
    setAside: Int,
    openTimers: Int,
    nextTimer: Option[Instant],
    timersKnown: Boolean,
    failure: Option[EffectsStatus.Failure],
    end: Option[ProcessError]
)
