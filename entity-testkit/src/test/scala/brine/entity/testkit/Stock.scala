package brine.entity.testkit

import brine.codec.Codec
import brine.entity.*
import java.time.Instant

enum Stock[+R] derives Commands:
  case Deliver(pieces: Int) extends Stock[Either[String, Int]]
  case Left                 extends Stock[Int]
  case Number               extends Stock[Long]

enum StockEvent derives Codec:
  case Delivered(pieces: Int, at: Instant)
  case Emptied

final case class StockState(pieces: Int) derives Codec

class Stocks extends Entity[Stock, StockEvent, StockState]("stock"):
  def initial: StockState = StockState(10)

  def decide[R](state: StockState, command: Stock[R])(using at: At): Decision[StockEvent, R] = command match
    case Stock.Deliver(pieces) if pieces > state.pieces  => Decision.reply(Left(s"only ${state.pieces}"))
    case Stock.Deliver(pieces) if pieces == state.pieces =>
      Decision(StockEvent.Delivered(pieces, at.time), StockEvent.Emptied)(Right(0))
    case Stock.Deliver(pieces) => Decision(StockEvent.Delivered(pieces, at.time))(Right(state.pieces - pieces))
    case Stock.Left            => Decision.reply(state.pieces)
    case Stock.Number          => Decision.reply(at.seed)

  def evolve(state: StockState, event: StockEvent): StockState = event match
    case StockEvent.Delivered(pieces, _) => StockState(state.pieces - pieces)
    case StockEvent.Emptied              => state

object Stocks extends Stocks
