package brine.entity.prevalence

import brine.journal.Offset
import java.time.Instant

/** The state of a prevalent system at one moment. Immutable.
  *
  * @param state
  *   the state
  * @param version
  *   number of transactions that led to it
  * @param offset
  *   offset of the last of them in the log; [[Offset.Begin]] if there is none
  * @param time
  *   time of the last of them; [[Instant.EPOCH]] if there is none
  */
final case class Root[+S](state: S, version: Long, offset: Offset, time: Instant)
