package brine.pekko.entity.internal

import brine.actor.internal.support.Described
import brine.codec.{Codec, EncodeError}
import brine.entity.EntityError
import brine.journal.snapshot.SnapshotError
import brine.journal.{JournalError, ReadError, RemoteFailure}
import java.nio.file.Path
import java.time.Duration
import java.util.UUID

/** An [[EntityError]] between two nodes. Its receiver may be of another version and not know the kind.
  *
  * @param kind
  *   name of the case
  * @param executed
  *   whether the command was executed
  * @param texts
  *   its parts that are texts
  * @param numbers
  *   its parts that are numbers
  */
private[pekko] final case class WireError(
    kind: String,
    executed: String,
    message: String,
    entity: String,
    texts: Vector[String],
    numbers: Vector[Long],
    key: Option[UUID]
)

private[pekko] object WireError:
  // No `derives`: Scala 3.3 compiles it to a lazy val.
  implicit val codec: Codec[WireError] = Codec.derived

  // As much as somebody reads.
  private inline val Longest = 10_000

  /** What was thrown on another node, in its words. */
  private final class Remote(text: String) extends Exception(text, null, false, false):
    override def toString: String = text

  def of(error: EntityError): WireError =
    import EntityError.*
    def wire(kind: String, entity: String, texts: String*)(numbers: Long*)(key: Option[UUID] = None) =
      WireError(
        kind,
        error.executed.toString,
        clipped(error.message),
        entity,
        texts.map(clipped).toVector,
        numbers.toVector,
        key
      )
    error match
      case Failed(entity, command, in, cause)  => wire("Failed", entity, command, in, Described.failure(cause))()()
      case Unencodable(entity, command, cause) =>
        wire("Unencodable", entity, command, cause.problem, cause.path)()()
      case Conflicting(entity, attempts)            => wire("Conflicting", entity)(attempts)()
      case TooLarge(entity, command, reason)        => wire("TooLarge", entity, command, reason)()()
      case Unavailable(entity, cause)               => wire("Unavailable", entity, messageOf(cause))()()
      case HistoryUnavailable(entity, cause)        => wire("HistoryUnavailable", entity, cause.message)()()
      case Unloadable(entity, version, cause)       => wire("Unloadable", entity, Described.failure(cause))(version)()
      case Missing(entity, version, next)           => wire("Missing", entity)(version, next)()
      case OutcomeUnknown(entity, reason)           => wire("OutcomeUnknown", entity, reason)()()
      case TimedOut(entity, after)                  => wire("TimedOut", entity)(after.toNanos)()
      case Busy(entity, after)                      => wire("Busy", entity)(after.toNanos)()
      case Overloaded(entity, most)                 => wire("Overloaded", entity)(most)()
      case KeyReused(entity, key, used)             => wire("KeyReused", entity, used)()(Some(key))
      case ReplyLost(entity, key, reason)           => wire("ReplyLost", entity, reason)()(Some(key))
      case ReplyUnavailable(entity, key, cause)     => wire("ReplyUnavailable", entity, cause.message)()(Some(key))
      case Unsendable(entity, command, reason)      => wire("Unsendable", entity, command, reason)()()
      case ReplyUnsendable(entity, command, reason) => wire("ReplyUnsendable", entity, command, reason)()()
      case Closed(entity, reason)                   => wire("Closed", entity, reason)()()

  /** The error that was sent. If this version does not know its kind, one that says the same of the command. */
  def read(wire: WireError): EntityError =
    import EntityError.*
    val entity = wire.entity
    (wire.kind, wire.texts, wire.numbers, wire.key) match
      case ("Failed", Vector(command, in, cause), _, _)          => Failed(entity, command, in, Remote(cause))
      case ("Unencodable", Vector(command, problem, path), _, _) =>
        Unencodable(entity, command, EncodeError(problem, path))
      case ("Conflicting", _, Vector(attempts), _)            => Conflicting(entity, attempts.toInt)
      case ("TooLarge", Vector(command, reason), _, _)        => TooLarge(entity, command, reason)
      case ("Unavailable", Vector(cause), _, _)               => Unavailable(entity, remote(cause))
      case ("HistoryUnavailable", Vector(cause), _, _)        => HistoryUnavailable(entity, remote(cause))
      case ("Unloadable", Vector(cause), Vector(version), _)  => Unloadable(entity, version, Remote(cause))
      case ("Missing", _, Vector(version, next), _)           => Missing(entity, version, next)
      case ("OutcomeUnknown", Vector(reason), _, _)           => OutcomeUnknown(entity, reason)
      case ("TimedOut", _, Vector(nanos), _)                  => TimedOut(entity, Duration.ofNanos(nanos))
      case ("Busy", _, Vector(nanos), _)                      => Busy(entity, Duration.ofNanos(nanos))
      case ("Overloaded", _, Vector(most), _)                 => Overloaded(entity, most.toInt)
      case ("KeyReused", Vector(used), _, Some(key))          => KeyReused(entity, key, used)
      case ("ReplyLost", Vector(reason), _, Some(key))        => ReplyLost(entity, key, reason)
      case ("ReplyUnavailable", Vector(cause), _, Some(key))  => ReplyUnavailable(entity, key, remote(cause))
      case ("Unsendable", Vector(command, reason), _, _)      => Unsendable(entity, command, reason)
      case ("ReplyUnsendable", Vector(command, reason), _, _) => ReplyUnsendable(entity, command, reason)
      case ("Closed", Vector(reason), _, _)                   => Closed(entity, reason)
      case _                                                  =>
        wire.executed match
          case "No"  => Unavailable(entity, remote(wire.message))
          case "Yes" => ReplyUnsendable(entity, wire.kind, wire.message)
          case _     => OutcomeUnknown(entity, wire.message)

  private def clipped(text: String): String = if text.length <= Longest then text else text.take(Longest)

  private def messageOf(cause: JournalError | SnapshotError): String = cause match
    case error: JournalError  => error.message
    case error: SnapshotError => error.message

  // Its message is that of the other node, and nothing else.
  private def remote(message: String): ReadError = ReadError.Failed(Path.of(""), RemoteFailure(message))
