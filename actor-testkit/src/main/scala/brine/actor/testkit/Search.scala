package brine.actor.testkit

/** Which schedules [[Explore]] tries. */
enum Search:
  /** Tries [[Schedule.Random]] `schedules` times, with `seed` and the seeds after it. */
  case Random(schedules: Int = 1000, seed: Long = 0)

  /** Tries [[Schedule.Pct]] `schedules` times, with `seed` and the seeds after it. Its number of steps is that of the
    * longest run so far.
    */
  case Pct(schedules: Int = 1000, seed: Long = 0, depth: Int = 3)

  /** Tries every option, in at most `schedules` runs. Use it for small programs.
    *
    * @param reduced
    *   whether to leave out runs that differ only in the order of independent steps. Correct as long as actors share
    *   nothing but messages. Set it to false if actors write to variables of the test and the order of these writes
    *   matters
    */
  case Exhaustive(schedules: Int = 100000, reduced: Boolean = true)
