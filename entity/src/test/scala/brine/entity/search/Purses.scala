package brine.entity.search

import brine.codec.Codec
import brine.entity.*
import scala.concurrent.duration.*

/** Purses between which money moves: the sum of all stays the same. Each move has a number. */
enum Purse[+R] derives Commands:
  case Add(move: Long, cents: Long) extends Purse[Boolean]
  case Content                      extends Purse[Long]
  case Break                        extends Purse[Unit]

final case class Moved(move: Long, cents: Long) derives Codec

final case class PurseState(cents: Long, moves: Int) derives Codec

object Purses extends Entity[Purse, Moved, PurseState]("purse"):
  /** What each purse has at first. */
  final val AtFirst = 20L

  def initial: PurseState = PurseState(AtFirst, 0)

  def decide[R](state: PurseState, command: Purse[R])(using At): Decision[Moved, R] = command match
    case Purse.Add(move, cents) =>
      if state.cents + cents < 0 then Decision.reply(false) else Decision(Moved(move, cents))(true)
    case Purse.Content => Decision.reply(state.cents)
    case Purse.Break   => throw IllegalStateException("the purse breaks")

  def evolve(state: PurseState, event: Moved): PurseState = PurseState(state.cents + event.cents, state.moves + 1)

  override def tags(event: Moved): Set[String] = if event.move % 3 == 0 then Set("three") else Set.empty
  override def saves: SavePolicy               = SavePolicy(events = 5)
  override def passivation: Passivation        = Passivation(20.millis)
