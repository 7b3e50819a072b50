package brine.journal.testkit.contract

/** How far the contract searches. All bounds are counts.
  *
  * @param programs
  *   how many random programs are compared with a model
  * @param steps
  *   how many steps each program has
  * @param rounds
  *   how many rounds each race has
  * @param threads
  *   how many threads take part in a race
  * @param seed
  *   the first seed; a failure names the seed that shows it
  */
final case class ContractEffort(
    programs: Int = 50,
    steps: Int = 100,
    rounds: Int = 40,
    threads: Int = 6,
    seed: Long = 1
):
  require(programs >= 0 && steps >= 0, s"there are no fewer than 0 programs and steps, not $programs and $steps")
  require(rounds > 0 && threads > 1, s"a race has rounds, and two threads or more, not $rounds and $threads")

  /** Returns the effort with this number of [[programs]]. */
  def withPrograms(programs: Int): ContractEffort = copy(programs = programs)

  /** Returns the effort with this number of [[steps]]. */
  def withSteps(steps: Int): ContractEffort = copy(steps = steps)

  /** Returns the effort with this number of [[rounds]]. */
  def withRounds(rounds: Int): ContractEffort = copy(rounds = rounds)

  /** Returns the effort with this number of [[threads]]. */
  def withThreads(threads: Int): ContractEffort = copy(threads = threads)

  /** Returns the effort with this [[seed]]. */
  def withSeed(seed: Long): ContractEffort = copy(seed = seed)

object ContractEffort:
  /** The effort used unless you override it. */
  val defaults: ContractEffort = ContractEffort()
