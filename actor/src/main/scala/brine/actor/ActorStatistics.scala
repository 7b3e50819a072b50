package brine.actor

/** The counts of a system since it started.
  *
  * @param handled
  *   number of handled messages, those of timers included
  * @param deadLetters
  *   number of dead letters, by reason
  * @param failures
  *   number of handlers that threw
  */
final case class ActorStatistics(handled: Long, deadLetters: Map[DeadLetterReason, Long], failures: Long):
  /** The number of dead letters for all reasons. */
  def allDeadLetters: Long = deadLetters.values.sum
