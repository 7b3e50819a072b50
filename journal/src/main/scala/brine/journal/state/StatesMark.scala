package brine.journal.state

import brine.codec.Codec
import brine.journal.Offset
import brine.journal.snapshot.SnapshotError
import java.util.UUID

/** What a log of states knows about itself, as a snapshot in it: of which journal the states are, so that those of
  * another one are not taken for its own.
  *
  * @param high
  *   the upper half of the journal's identity
  * @param low
  *   the lower half
  * @param upTo
  *   the journal had durable records up to this sequence
  * @param live
  *   how many bytes of the files the states took when the oldest segments were last emptied
  */
private[state] final case class StatesMark(high: Long, low: Long, upTo: Long, live: Long):
  def journal: UUID = UUID(high, low)

private[state] object StatesMark:
  // Neither `derives` nor a given: Scala 3.3 makes a lazy val of those, which warns of itself on JDK 25.
  private implicit val codec: Codec[StatesMark] = Codec.derived

  private final val Name = "states"

  /** The mark of a log of states, which gets one if it has no states yet.
    *
    * @param journal
    *   identity of the journal
    * @param start
    *   the journal had durable records up to this sequence when it was opened
    */
  def check(log: StateLog, journal: UUID, start: Long): Either[SnapshotError, StatesMark] =
    log.snapshots
      .latest[StatesMark](Name)
      .map(_.map(_.state))
      .flatMap:
        case Some(mark) if mark.journal != journal => Left(SnapshotError.Foreign(log.name, mark.journal, journal))
        case Some(mark) if mark.upTo > start       =>
          Left(
            SnapshotError.Damaged(
              log.name,
              0,
              s"its states are of records up to ${mark.upTo}, but the journal had only $start when it was opened. If " +
                "you have restored an older one, delete this folder: then all records are replayed"
            )
          )
        case Some(mark) if mark.upTo == start => Right(mark)
        case Some(mark)                       => save(log, mark.copy(upTo = start))
        case None if log.durable.sequence > 0 =>
          Left(
            SnapshotError.Damaged(
              log.name,
              0,
              "the snapshot is missing that says of which journal the states are. Delete this folder: then all " +
                "records are replayed"
            )
          )
        case None => save(log, StatesMark(journal.getMostSignificantBits, journal.getLeastSignificantBits, start, 0))

  /** Saves the mark. */
  def save(log: StateLog, mark: StatesMark): Either[SnapshotError, StatesMark] =
    log.snapshots.save(Name, log.durable, mark).map(_ => mark)
