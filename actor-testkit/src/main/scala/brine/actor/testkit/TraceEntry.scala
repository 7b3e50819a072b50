package brine.actor.testkit

import scala.concurrent.duration.FiniteDuration

/** One step of a run. Who is named by name, or by kind and number: the same in each run of a program.
  *
  * @param time
  *   virtual, since the system began
  */
enum TraceEntry(val time: FiniteDuration):
  /** An actor has begun. */
  case Started(actor: String, at: FiniteDuration) extends TraceEntry(at)

  /** An actor has handled a message. `sender` is the actor whose step sent it, `test`, `the clock` for a timer's, or a task. */
  case Received(sender: String, receiver: String, message: Any, at: FiniteDuration) extends TraceEntry(at)

  /** An actor was told something apart from messages. */
  case Signalled(actor: String, signals: List[String], at: FiniteDuration) extends TraceEntry(at)

  /** A timer was due. */
  case Fired(what: String, at: FiniteDuration) extends TraceEntry(at)

  /** Code of the execution context has run. */
  case Ran(what: String, at: FiniteDuration) extends TraceEntry(at)

  /** [[TestSystem.choose]] was asked. */
  case Chosen(name: String, option: String, at: FiniteDuration) extends TraceEntry(at)

  /** A handler has thrown. */
  case Failed(actor: String, cause: String, at: FiniteDuration) extends TraceEntry(at)

  override def toString: String = this match
    case Started(actor, _)                      => s"$actor begins"
    case Received(sender, receiver, message, _) => s"$sender -> $receiver: ${TraceEntry.text(message)}"
    case Signalled(actor, signals, _)           => s"$actor is told: ${signals.mkString(", ")}"
    case Fired(what, _)                         => s"the clock, at ${time.toMillis} ms: $what"
    case Ran(what, _)                           => s"$what runs"
    case Chosen(name, option, _)                => s"$name: $option"
    case Failed(actor, cause, _)                => s"$actor fails: $cause"

object TraceEntry:
  /** Numbered lines. */
  def render(entries: Seq[TraceEntry]): String =
    val width = entries.size.toString.length
    entries.iterator.zipWithIndex
      .map((entry, index) => s"${(index + 1).toString.reverse.padTo(width, ' ').reverse}. $entry")
      .mkString("\n")

  /** What a message prints as, without the identity of an object, which no two runs have in common. */
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
