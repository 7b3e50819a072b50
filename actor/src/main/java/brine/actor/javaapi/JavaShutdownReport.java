package brine.actor.javaapi;

import java.time.Duration;
import java.util.List;

/**
 * The result of a shutdown.
 *
 * @param left the actors that had not stopped in time although all their children had, each with
 *     the reason if it is known
 * @param failedTasks the tasks of {@code onShutdown} that failed or took too long
 * @param took how long the shutdown took
 */
public record JavaShutdownReport(List<String> left, List<String> failedTasks, Duration took) {
  /** Whether all actors have stopped and all tasks are done. */
  public boolean isComplete() {
    return left.isEmpty() && failedTasks.isEmpty();
  }
}
