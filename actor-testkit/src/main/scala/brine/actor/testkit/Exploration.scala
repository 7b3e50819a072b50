package brine.actor.testkit

/** The result of an exploration that found no failure.
  *
  * @param schedules
  *   number of runs that went to the end
  * @param abandoned
  *   number of runs that were abandoned because they would repeat another run in a different order
  * @param longest
  *   number of steps of the longest run
  * @param complete
  *   whether every option was tried. If so, no schedule that the search distinguishes breaks the program
  */
final case class Exploration(schedules: Int, abandoned: Int, longest: Long, complete: Boolean)

/** A schedule under which a program fails. The message contains all of this, and the code that replays it.
  *
  * @param schedule
  *   the schedule that was found
  * @param minimised
  *   the shortest schedule found from there that still fails
  * @param trace
  *   the steps under the minimized schedule
  * @param tried
  *   number of schedules tried, this one included
  */
final class ScheduleFailure private[testkit] (
    val schedule: Schedule,
    val minimised: Schedule,
    val trace: Vector[TraceEntry],
    val tried: Int,
    message: String,
    cause: Throwable
) extends AssertionError(message, cause)
