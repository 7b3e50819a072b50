package brine.actor.testkit

/** What an exploration that found nothing has seen.
  *
  * @param schedules
  *   runs that went to the end
  * @param abandoned
  *   runs that were left because they were going to repeat one in another order
  * @param longest
  *   the steps of the longest run
  * @param complete
  *   whether every way was tried: no schedule, of those that the search distinguishes, breaks the program
  */
final case class Exploration(schedules: Int, abandoned: Int, longest: Long, complete: Boolean)

/** A schedule under which a program fails. Its message has all that is here, and the code that replays it.
  *
  * @param schedule
  *   what was found
  * @param minimised
  *   the shortest schedule found from there that still fails
  * @param trace
  *   what happens under that
  * @param tried
  *   how many schedules it took to find it, this one included
  */
final class ScheduleFailure private[testkit] (
    val schedule: Schedule,
    val minimised: Schedule,
    val trace: Vector[TraceEntry],
    val tried: Int,
    message: String,
    cause: Throwable
) extends AssertionError(message, cause)
