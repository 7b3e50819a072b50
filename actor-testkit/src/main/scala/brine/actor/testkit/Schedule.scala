package brine.actor.testkit

import brine.actor.testkit.internal.*

/** How a run goes on wherever it could go on in more than one way. A value: each run that is given one begins with it anew, and the
  * same program takes the same way each time. What it prints as is the code that makes it.
  */
enum Schedule:
  /** The step that has been possible for the longest time, and the first of named options. */
  case Fifo

  /** Each way with the same probability. */
  case Random(seed: Long)

  /** Actors have random priorities, and the one with the highest runs; at `depth - 1` random steps out of the first `steps` the one that
    * would run gets the lowest. Finds a bug that needs `depth` events in a certain order with a probability of at least one in
    * `n * steps^(depth - 1)` for n actors, so one of depth 2 much sooner than [[Random]] among many actors.
    *
    * Source: S. Burckhardt et al., A randomized scheduler with probabilistic guarantees of finding bugs, ASPLOS 2010.
    *
    * @param depth
    *   at least 1
    * @param steps
    *   about how many steps a run has, at least 1
    */
  case Pct(seed: Long, depth: Int = 3, steps: Int = 100)

  /** The ways that [[TestSystem.choices]] told of an earlier run, as numbers with blanks between them; behind their end, and where a
    * number is too large, the first.
    */
  case Replay(choices: String)

  /** As `choose` says, which returns an index. It is also asked where there is only one way. */
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
