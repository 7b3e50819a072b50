package brine.entity.erasure

import brine.codec.Codec
import brine.entity.*

/** What customers are asked. Values of persons are sealed before. */
enum Customer[+R] derives Commands:
  case Register(name: Sealed[String], address: Sealed[Address]) extends Customer[Boolean]
  case Move(address: Sealed[Address])                           extends Customer[Int]
  case Forgotten(subject: String)                               extends Customer[Boolean]
  case Profile                                                  extends Customer[Option[CustomerState]]

final case class Address(street: String, city: String) derives Codec

enum CustomerEvent derives Codec:
  case Registered(name: Sealed[String], address: Sealed[Address])
  case Moved(address: Sealed[Address])

  /** The key of the subject is gone: projections delete what they have of it. */
  case WasForgotten(subject: String)

final case class CustomerState(name: Sealed[String], addresses: Vector[Sealed[Address]], isForgotten: Boolean)
    derives Codec

/** Customers, whose events, commands and states hold nothing of a person that is not sealed. */
object Customers extends Entity[Customer, CustomerEvent, Option[CustomerState]]("customer"):
  import CustomerEvent.*

  def initial: Option[CustomerState] = None

  def decide[R](state: Option[CustomerState], command: Customer[R])(using At): Decision[CustomerEvent, R] =
    command match
      case Customer.Register(name, address) =>
        if state.isEmpty then Decision(Registered(name, address))(true) else Decision.reply(false)
      case Customer.Move(address) =>
        if state.isEmpty then Decision.reply(0) else Decision(Moved(address))(state.get.addresses.size + 1)
      case Customer.Forgotten(subject) =>
        if state.exists(!_.isForgotten) then Decision(WasForgotten(subject))(true) else Decision.reply(false)
      case Customer.Profile => Decision.reply(state)

  def evolve(state: Option[CustomerState], event: CustomerEvent): Option[CustomerState] = event match
    case Registered(name, address) => Some(CustomerState(name, Vector(address), isForgotten = false))
    case Moved(address)            => state.map(known => known.copy(addresses = known.addresses :+ address))
    case WasForgotten(_)           => state.map(_.copy(isForgotten = true))

  override def saves: SavePolicy = SavePolicy(events = 3)
