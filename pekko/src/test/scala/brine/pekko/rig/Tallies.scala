package brine.pekko.rig

import brine.codec.Codec
import brine.entity.*
import brine.journal.EventLog
import brine.pekko.{PekkoEntities, PekkoEntitySettings}
import java.util.UUID
import org.apache.pekko.actor.typed.ActorSystem

/** What a node serves, in the version of the program that it runs. */
trait Tallies:
  /** Adds something, and returns how many there are now. */
  def add(entity: String, client: Int, number: Long, key: UUID): Long

  /** The same by a command that only the new version has. */
  def mark(entity: String, client: Int, number: Long, key: UUID): Long

  /** The state: how many there are, a hash of all of them in order, and how many have a note. */
  def look(entity: String): (Long, Long, Long)

/** Tallies in two versions of a program. Each event says how many were there when it was decided. */
object Tallies:
  /** States are saved often, because nodes load them of each other. */
  private val saves = SavePolicy(events = 25)

  def hash(hash: Long, client: Int, number: Long): Long = hash * 31 + client * 1_000_003L + number

  def start(isNew: Boolean, system: ActorSystem[?], log: EventLog, settings: PekkoEntitySettings): Tallies =
    if isNew then New.Served(PekkoEntities.start(system, log, settings)(New.Entity))
    else Old.Served(PekkoEntities.start(system, log, settings)(Old.Entity))

  object Old:
    enum Change derives Codec:
      case Added(client: Int, number: Long, before: Long)

    final case class Seen(count: Long, hash: Long) derives Codec

    enum Tally[+R] derives Commands:
      case Add(client: Int, number: Long) extends Tally[Long]
      case Look                           extends Tally[Seen]

    object Entity extends brine.entity.Entity[Tally, Change, Seen]("tally"):
      override def saves: SavePolicy = Tallies.saves

      def initial: Seen = Seen(0, 0)

      def decide[R](state: Seen, command: Tally[R])(using At): Decision[Change, R] = command match
        case Tally.Add(client, number) => Decision(Change.Added(client, number, state.count))(state.count + 1)
        case Tally.Look                => Decision.reply(state)

      def evolve(state: Seen, change: Change): Seen = change match
        case Change.Added(client, number, _) => Seen(state.count + 1, hash(state.hash, client, number))

    final class Served(entities: PekkoEntities[Tally]) extends Tallies:
      def add(entity: String, client: Int, number: Long, key: UUID): Long =
        entities(entity).answer(Tally.Add(client, number), Some(key)).value
      def mark(entity: String, client: Int, number: Long, key: UUID): Long =
        throw UnsupportedOperationException("this version has no command Mark")
      def look(entity: String): (Long, Long, Long) =
        val seen = entities(entity).ask(Tally.Look)
        (seen.count, seen.hash, 0)

  object New:
    /** The fields have another order, there is a new one, and a new case. */
    enum Change derives Codec:
      case Added(note: Option[String], before: Long, client: Int, number: Long)
      case Marked(client: Int, number: Long, before: Long)

    final case class Seen(count: Long, hash: Long, notes: Long = 0) derives Codec

    enum Tally[+R] derives Commands:
      case Add(client: Int, number: Long, note: Option[String] = None) extends Tally[Long]
      case Mark(client: Int, number: Long)                             extends Tally[Long]
      case Look                                                        extends Tally[Seen]

    object Entity extends brine.entity.Entity[Tally, Change, Seen]("tally"):
      // The same events lead to another state than before: it counts notes.
      override def fold: Int = 2

      override def saves: SavePolicy = Tallies.saves

      def initial: Seen = Seen(0, 0)

      def decide[R](state: Seen, command: Tally[R])(using At): Decision[Change, R] = command match
        case Tally.Add(client, number, note) =>
          Decision(Change.Added(note, state.count, client, number))(state.count + 1)
        case Tally.Mark(client, number) => Decision(Change.Marked(client, number, state.count))(state.count + 1)
        case Tally.Look                 => Decision.reply(state)

      def evolve(state: Seen, change: Change): Seen = change match
        case Change.Added(note, _, client, number) =>
          Seen(state.count + 1, hash(state.hash, client, number), state.notes + note.size)
        case Change.Marked(client, number, _) =>
          state.copy(count = state.count + 1, hash = hash(state.hash, client, number))

    final class Served(entities: PekkoEntities[Tally]) extends Tallies:
      def add(entity: String, client: Int, number: Long, key: UUID): Long =
        entities(entity).answer(Tally.Add(client, number, Some("new")), Some(key)).value
      def mark(entity: String, client: Int, number: Long, key: UUID): Long =
        entities(entity).answer(Tally.Mark(client, number), Some(key)).value
      def look(entity: String): (Long, Long, Long) =
        val seen = entities(entity).ask(Tally.Look)
        (seen.count, seen.hash, seen.notes)
