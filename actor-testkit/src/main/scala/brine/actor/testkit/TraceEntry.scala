package brine.actor.testkit

import brine.actor.internal.support.Described
import scala.concurrent.duration.FiniteDuration

/** One step of a run. Actors are named by name, or by class and number, which is the same in each run of a program.
  *
  * @param time
  *   virtual time since the system started
  */
enum TraceEntry(val time: FiniteDuration):
  /** An actor started. */
  case Started(actor: String, at: FiniteDuration) extends TraceEntry(at)

  /** An actor handled a message. `sender` is the actor whose step sent it, `test`, `the clock` for a timer, or a task.
    */
  case Received(sender: String, receiver: String, message: Any, at: FiniteDuration) extends TraceEntry(at)

  /** An actor received signals. */
  case Signalled(actor: String, signals: List[String], at: FiniteDuration) extends TraceEntry(at)

  /** A timer fired. */
  case Fired(what: String, at: FiniteDuration) extends TraceEntry(at)

  /** Code of the execution context ran. */
  case Ran(what: String, at: FiniteDuration) extends TraceEntry(at)

  /** [[TestSystem.choose]] was called. */
  case Chosen(name: String, option: String, at: FiniteDuration) extends TraceEntry(at)

  /** A handler threw. */
  case Failed(actor: String, cause: String, at: FiniteDuration) extends TraceEntry(at)

  /** The step on one line: line breaks in names and messages are escaped. */
  override def toString: String = Described.inLine(shown)

  private def shown: String = this match
    case Started(actor, _)                      => s"$actor begins"
    case Received(sender, receiver, message, _) => s"$sender -> $receiver: ${TraceEntry.text(message)}"
    case Signalled(actor, signals, _)           => s"$actor is told: ${signals.mkString(", ")}"
    case Fired(what, _)                         => s"the clock, at ${time.toMillis} ms: $what"
    case Ran(what, _)                           => s"$what runs"
    case Chosen(name, option, _)                => s"$name: $option"
    case Failed(actor, cause, _)                => s"$actor fails: $cause"

object TraceEntry:
  /** The entries as numbered lines. */
  def render(entries: Seq[TraceEntry]): String =
    val width = entries.size.toString.length
    entries.iterator.zipWithIndex
      .map((entry, index) => s"${(index + 1).toString.reverse.padTo(width, ' ').reverse}. $entry")
      .mkString("\n")

  /** A message as text, without the identity of an object, which differs between runs. */
  private[testkit] def text(message: Any): String =
    val printed =
      try String.valueOf(message)
      catch case failure: Exception => s"${message.getClass.getName}, which cannot be printed: $failure"
    message match
      case null => printed
      case reference: AnyRef
          if printed == s"${reference.getClass.getName}@${Integer.toHexString(System.identityHashCode(reference))}" =>
        reference.getClass.getSimpleName
      case _ => printed
