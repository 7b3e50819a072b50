package brine.entity.testkit

/** What a [[Simulation]] holds a program to, and has found violated.
  *
  * @param text
  *   what must hold
  */
enum Violation(val text: String):
  /** A reply left before the events that it follows from were durable. */
  case NotDurable extends Violation("a reply leaves when what it follows from is durable")

  /** Events whose command has its reply are not in the log. */
  case Lost extends Violation("what was replied to is never lost")

  /** `decide` with the state that the log says gives other events, or another reply. */
  case NotFromLog extends Violation("each reply follows from the log")

  /** An entity decided on a state that is not the fold of its events. */
  case NotTheFold extends Violation("the state of an entity is the fold of its events")

  /** A saved state with the events after it is not the fold of all events. */
  case SavedState extends Violation("a saved state with the events after it is the fold of all events")

  /** A view is not the fold of the log. */
  case View extends Violation("a view is the fold of the log")

  /** A command was decided on a state that is older than a reply before it. */
  case NotLinearizable extends Violation("a command sees everything that was replied to before it was sent")

  /** The log has events that no command explains: one was executed twice, or something else appends. */
  case Unexplained extends Violation("each command is executed at most once, and nothing else appends")

  /** A command with a key was answered in two ways. */
  case OtherReply extends Violation("each sending of a command with a key has the same reply")

  /** A command failed without a reason. Since it was sent, there was no fault, power cut or early timer. Nor was there
    * a pause after an earlier fault that lasts as long as the timeout, nor as many appends of other processes as
    * attempts.
    */
  case NoReason extends Violation("a command without a fault has a reply")

  /** Clients wait for replies, and nothing can happen any more. */
  case Stuck extends Violation("each command comes to an end")

  /** The code of an entity or a view failed: `decide`, `evolve`, `tags`, a codec, or the function of the view. */
  case Failed extends Violation("the code of entities and views does not fail")

  /** `decide`, `evolve` or the function of a view gave two results for the same arguments. */
  case Impure extends Violation("the functions of entities and views are pure")

  /** A run was repeated, and something else happened. */
  case NotDeterministic extends Violation("a run repeats: the program has no clock, chance or thread of its own")

  /** Something threw an exception that nobody expects. */
  case Crashed extends Violation("nothing throws")

/** Ends a run of a simulation. */
private[testkit] final class SimulationProblem(
    val violation: Violation,
    message: String,
    cause: Throwable | Null = null
) extends RuntimeException(message, cause)
