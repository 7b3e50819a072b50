package brine.entity.search

import brine.codec.Codec
import brine.entity.*
import scala.concurrent.duration.*

/** A list that commands add to. Each reply says what the list was: an oracle can compare it with the log. */
enum Ledger[+R] derives Commands:
  case Add(id: Long)                     extends Ledger[Seen]
  case AddBoth(first: Long, other: Long) extends Ledger[Seen]
  case AddIfAbsent(id: Long)             extends Ledger[Either[Seen, Seen]]
  case Look                              extends Ledger[Seen]
  case Break(in: String)                 extends Ledger[Seen]

/** What the list was: its length, and a digest of its elements. */
final case class Seen(size: Int, digest: Long) derives Codec

object Seen:
  def of(ids: Vector[Long]): Seen = Seen(ids.size, ids.foldLeft(17L)((sum, id) => sum * 31 + id))

enum LedgerEvent derives Codec:
  case Added(id: Long)
  case Broken

final case class LedgerState(ids: Vector[Long]) derives Codec

object Ledgers extends Entity[Ledger, LedgerEvent, LedgerState]("ledger"):
  import LedgerEvent.*

  def initial: LedgerState = LedgerState(Vector.empty)

  def decide[R](state: LedgerState, command: Ledger[R])(using At): Decision[LedgerEvent, R] = command match
    // No id is added twice: a second decision on a command fails.
    case Ledger.Add(id) if state.ids.contains(id) => throw IllegalStateException(s"$id is in the list already")
    case Ledger.Add(id)                           => Decision(Added(id))(Seen.of(state.ids :+ id))
    case Ledger.AddBoth(one, other) => Decision(Added(one), Added(other))(Seen.of(state.ids :+ one :+ other))
    case Ledger.AddIfAbsent(id)     =>
      if state.ids.contains(id) then Decision.reply(Left(Seen.of(state.ids)))
      else Decision(Added(id))(Right(Seen.of(state.ids :+ id)))
    case Ledger.Look            => Decision.reply(Seen.of(state.ids))
    case Ledger.Break("decide") => throw IllegalStateException("decide breaks")
    case Ledger.Break(_)        => Decision(Broken)(Seen.of(state.ids))

  def evolve(state: LedgerState, event: LedgerEvent): LedgerState = event match
    case Added(id) => LedgerState(state.ids :+ id)
    case Broken    => throw IllegalStateException("evolve breaks")

  override def tags(event: LedgerEvent): Set[String] = event match
    case Added(id) if id % 5 == 0 => Set("five")
    case _ => Set.empty

  override def saves: SavePolicy        = SavePolicy(events = 7)
  override def passivation: Passivation = Passivation(20.millis)
