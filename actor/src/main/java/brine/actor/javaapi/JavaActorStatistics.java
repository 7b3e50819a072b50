package brine.actor.javaapi;

import brine.actor.DeadLetterReason;
import java.util.Map;

/**
 * The counts of a system since it started.
 *
 * @param handled number of handled messages, those of timers included
 * @param deadLetters number of dead letters, by reason
 * @param failures number of handlers that threw
 */
public record JavaActorStatistics(long handled, Map<DeadLetterReason, Long> deadLetters, long failures) {}
