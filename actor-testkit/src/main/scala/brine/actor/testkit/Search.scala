package brine.actor.testkit

/** Which schedules [[Explore]] tries. */
enum Search:
  /** `schedules` times [[Schedule.Random]], with `seed` and the seeds after it. */
  case Random(schedules: Int = 1000, seed: Long = 0)

  /** `schedules` times [[Schedule.Pct]], with `seed` and the seeds after it; the number of steps is that of the longest run so far. */
  case Pct(schedules: Int = 1000, seed: Long = 0, depth: Int = 3)

  /** Every way there is, at most `schedules`: for small programs.
    *
    * @param reduced
    *   leaves out runs that differ only in the order of steps that have nothing to do with each other. Right as long as actors share nothing
    *   but messages; false for programs whose actors write to variables of the test in an order that counts
    */
  case Exhaustive(schedules: Int = 100000, reduced: Boolean = true)
