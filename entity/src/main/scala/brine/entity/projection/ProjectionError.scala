package brine.entity.projection

import brine.actor.internal.support.Described
import brine.entity.internal.FailureText
import brine.journal.{JournalException, Offset, ReadError}
import java.time.Duration

/** Why a projection has ended, or has not done what it was asked to. Each message says what happened and what to do. */
enum ProjectionError(val message: String):
  /** Another process has started the same version, or its position was deleted. This one stores nothing any more. */
  case Fenced(projection: String)
      extends ProjectionError(
        s"$projection was started elsewhere, or forgotten: it continues there, and ends here. One process at a time " +
          "runs it"
      )

  /** The stored position is beyond the end of the log. What is appended up to that position would be left out. */
  case Ahead(projection: String, position: Offset, last: Offset)
      extends ProjectionError(
        s"$projection has stored ${position.sequence} as its position, but its log ends at ${last.sequence}: this is " +
          "another log, or one that was restored from an older backup. Start a new version with tables of its own, " +
          "or forget this one, delete what it has stored, and start it again"
      )

  /** The log cannot be read. */
  case Unreadable(projection: String, cause: ReadError)
      extends ProjectionError(s"$projection cannot continue: ${cause.message}")

  /** The database did not do what it was asked to. */
  case Unavailable(projection: String, cause: Throwable)
      extends ProjectionError(
        s"$projection cannot use its database: ${FailureText.of(cause)}. It tries again by itself"
      )

  /** The projection has not reached the offset in time. */
  case Behind(projection: String, offset: Offset, position: Offset, within: Duration)
      extends ProjectionError(
        s"$projection is at ${position.sequence} after ${within.toMillis} ms, and not at ${offset.sequence} yet: wait " +
          "longer, or look at its status"
      )

  /** A record fails. It stays set aside. */
  case Failing(projection: String, key: String, offset: Offset, cause: Throwable)
      extends ProjectionError(
        s"$projection cannot apply the record at ${offset.sequence}, of the key '${Described.inLine(key)}': " +
          s"${FailureText.of(cause)}. It stays set aside: correct the cause, and replay it"
      )

  /** More records fail than may be set aside. */
  case TooManySetAside(projection: String, most: Int, last: String)
      extends ProjectionError(
        s"$projection has ended, because $most records are set aside and one more failed: $last. Correct the " +
          "projection, or raise maxSetAside of the ProjectionSettings"
      )

  /** It was started in another number of slices before. Records would be skipped, or applied twice.
    *
    * @param stored
    *   the number of slices of this version; 1 if it was not divided
    */
  case OtherSlices(projection: String, stored: Int, asked: Int)
      extends ProjectionError(
        s"$projection was started in ${ProjectionError.slices(stored)} before, and now in " +
          s"${ProjectionError.slices(asked)}: records would be skipped, or applied twice. Start it as before, start a " +
          "new version with tables of its own, or divide this one by SqlProjection.divide"
      )

  /** On a cluster, it would store into another database than other nodes: each would have a part of the records.
    *
    * @param own
    *   what it would store into, and on which node
    * @param other
    *   what other nodes store into
    */
  case OtherDatabase(projection: String, own: String, other: String)
      extends ProjectionError(
        s"$projection would store into $own instead of $other: each database would have a part of the records, so it " +
          "does not run here. Let all nodes connect to the same database, and start this one again"
      )

  /** On a cluster, it would read another log than other nodes.
    *
    * @param own
    *   what it would read, and on which node
    * @param other
    *   what other nodes read
    */
  case OtherLog(projection: String, own: String, other: String)
      extends ProjectionError(
        s"$projection would read $own instead of $other: records of each log would be missing in a part of the slices, " +
          "so it does not run here. Open the same log on all nodes, and start this one again"
      )

  /** Its version was forgotten while it ran in slices. No slice begins again by itself. */
  case Forgotten(projection: String)
      extends ProjectionError(
        s"$projection was forgotten. To begin again, delete what it has stored, and start it in all programs again"
      )

  /** What runs on another node of a cluster says so. */
  case Elsewhere(projection: String, node: String, problem: String)
      extends ProjectionError(s"$projection, on $node: $problem")

  /** No node of a cluster has answered for a slice in time. What was asked of it may be done all the same. */
  case Unanswered(projection: String, slice: Int, within: Duration)
      extends ProjectionError(
        s"no node has answered for slice $slice of $projection within ${within.toMillis} ms. It may be moving between " +
          "nodes, or no node of its role is there: wait longer, or look at its status. What was asked may be done"
      )

  /** A fatal error of the JVM, the function of [[Projection.withKey]], or a mistake in this library has ended it. */
  case Broken(projection: String, cause: Throwable)
      extends ProjectionError(s"$projection has ended: ${FailureText.of(cause)}")

  /** It was closed, or its log was. */
  case Closed(projection: String) extends ProjectionError(s"$projection is closed")

object ProjectionError:
  private def slices(number: Int): String = if number == 1 then "one piece" else s"$number slices"

/** A [[ProjectionError]] as an exception. */
final class ProjectionException(val error: ProjectionError)
    extends RuntimeException(
      error.message,
      error match
        case ProjectionError.Unreadable(_, cause)    => JournalException(cause)
        case ProjectionError.Unavailable(_, cause)   => cause
        case ProjectionError.Failing(_, _, _, cause) => cause
        case ProjectionError.Broken(_, cause)        => cause
        case _                                       => null
    )
