package brine.actor

/** What a system has counted.
  *
  * @param handled
  *   messages that handlers were given, timers included
  * @param deadLetters
  *   messages that reached nobody, by reason
  * @param failures
  *   handlers that threw
  */
final case class ActorStatistics(handled: Long, deadLetters: Map[DeadLetter.Reason, Long], failures: Long):
  def allDeadLetters: Long = deadLetters.values.sum
