package brine.actor.testkit

/** Decides how a run continues wherever it can continue in more than one way.
  *
  * A schedule is a value. Each run starts it from the beginning, and a deterministic program takes the same way each
  * time. It prints as the code that creates it.
  */
enum Schedule:
  /** Chooses the step that has been possible for the longest time, and the first of named options. */
  case Fifo

  /** Chooses each option with the same probability. */
  case Random(seed: Long)

  /** Gives actors random priorities, and runs the actor with the highest. At `depth - 1` random steps out of the first
    * `steps`, the actor that would run gets the lowest priority.
    *
    * For n actors it finds a bug that needs `depth` events in a certain order with a probability of at least one in
    * `n * steps^(depth - 1)`. With many actors it finds a bug of depth 2 much sooner than [[Random]].
    *
    * Source: S. Burckhardt et al., A randomized scheduler with probabilistic guarantees of finding bugs, ASPLOS 2010.
    *
    * @param depth
    *   number of events; at least 1
    * @param steps
    *   approximate number of steps of a run; at least 1
    */
  case Pct(seed: Long, depth: Int = 3, steps: Int = 100)

  /** Repeats an earlier run.
    *
    * @param choices
    *   the result of [[TestSystem.choices]] in that run: numbers separated by blanks. After the last number, and where
    *   a number is too large, the first option is chosen
    */
  case Replay(choices: String)

  /** Chooses the index that `choose` returns. It is also called where there is only one option. */
  case Custom(choose: ChoicePoint => Int)

  private[testkit] def start(): Scheduler = this match
    case Fifo                    => OldestFirst
    case Random(seed)            => RandomScheduler(seed)
    case Pct(seed, depth, steps) => PriorityScheduler(seed, depth, steps)
    case Replay(choices)         => ReplayScheduler(Schedule.parse(choices))
    case Custom(choose)          => CustomScheduler(choose)

  override def toString: String = this match
    case Fifo                    => "Schedule.Fifo"
    case Random(seed)            => s"Schedule.Random(seed = ${seed}L)"
    case Pct(seed, depth, steps) => s"Schedule.Pct(seed = ${seed}L, depth = $depth, steps = $steps)"
    case Replay(choices)         => s"Schedule.Replay(\"$choices\")"
    case Custom(_)               => "Schedule.Custom(…)"

object Schedule:
  private def parse(choices: String): Vector[Int] =
    choices
      .split("\\s+")
      .toVector
      .filter(_.nonEmpty)
      .map: text =>
        text.toIntOption
          .filter(_ >= 0)
          .getOrElse(throw IllegalArgumentException(s"\"$text\" in the choices is not a number"))
