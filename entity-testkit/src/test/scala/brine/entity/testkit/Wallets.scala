package brine.entity.testkit

import brine.codec.Codec
import brine.entity.*
import java.util.{SplittableRandom, UUID}

/** An entity for simulations: its replies say what the state was. */
enum Wallet[+R] derives Commands:
  case Put(cents: Int)               extends Wallet[Int]
  case Take(cents: Int)              extends Wallet[Either[String, Int]]
  case Move(first: Int, second: Int) extends Wallet[Int]
  case Number                        extends Wallet[UUID]
  case Sum                           extends Wallet[Int]

enum WalletEvent derives Codec:
  case Was(cents: Int)
  case Took(cents: Int)
  case Numbered(number: UUID)

final case class WalletState(cents: Int, count: Int, number: Option[UUID]) derives Codec

class Wallets(name: String = "wallet") extends Entity[Wallet, WalletEvent, WalletState](name):
  import WalletEvent.*
  def initial: WalletState = WalletState(0, 0, None)

  def decide[R](state: WalletState, command: Wallet[R])(using at: At): Decision[WalletEvent, R] = command match
    case Wallet.Put(cents)                          => Decision(Was(cents))(state.cents + cents)
    case Wallet.Take(cents) if cents <= state.cents => Decision(Took(cents))(Right(state.cents - cents))
    case Wallet.Take(_)                             => Decision.reply(Left(s"only ${state.cents}"))
    case Wallet.Move(first, second)                 => Decision(Was(first), Took(second))(state.cents + first - second)
    case Wallet.Number                              =>
      state.number match
        case Some(number) => Decision.reply(number)
        case None         => Decision(Numbered(at.id))(at.id)
    case Wallet.Sum => Decision.reply(state.cents)

  def evolve(state: WalletState, event: WalletEvent): WalletState = event match
    case Was(cents)       => state.copy(cents = state.cents + cents, count = state.count + 1)
    case Took(cents)      => state.copy(cents = state.cents - cents, count = state.count + 1)
    case Numbered(number) => state.copy(number = Some(number), count = state.count + 1)

  override def tags(event: WalletEvent): Set[String] = event match
    case Was(cents) if cents % 3 == 0 => Set("third")
    case _ => Set.empty

object Wallets extends Wallets("wallet"):
  /** A random command. */
  def command(random: SplittableRandom): Wallet[Any] = random.nextInt(8) match
    case 0 | 1 | 2 => Wallet.Put(random.nextInt(1, 100))
    case 3 | 4     => Wallet.Take(random.nextInt(1, 100))
    case 5         => Wallet.Move(random.nextInt(1, 100), random.nextInt(1, 100))
    case 6         => Wallet.Number
    case _         => Wallet.Sum

  val simulation: Simulation = Simulation(Wallets)(command)
