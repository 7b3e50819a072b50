package brine.entity

import brine.codec.Codec
import brine.journal.{Category, Names}
import scala.annotation.unused

/** An event-sourced entity: what it decides about commands, and how its state follows from its events. Nothing here
  * depends on where it runs: the same definition runs in a test, on Brine's actors, and on a cluster.
  *
  * {{{
  * object Accounts extends Entity[Account, AccountEvent, AccountState]("account"):
  *   def initial: AccountState = AccountState(0)
  *
  *   def decide[R](state: AccountState, command: Account[R])(using at: At): Decision[AccountEvent, R] = command match
  *     case Account.Deposit(cents) => Decision(Deposited(cents))(state.cents + cents)
  *     case Account.Balance        => Decision.reply(state.cents)
  *
  *   def evolve(state: AccountState, event: AccountEvent): AccountState = event match
  *     case Deposited(cents) => AccountState(state.cents + cents)
  * }}}
  *
  * All functions are pure: they change nothing, and their result depends only on their arguments, [[At]] included. They
  * run on several threads at the same time, for different entities. They must not block.
  *
  * @tparam C
  *   the commands; the parameter is the type of the reply
  * @tparam E
  *   the events
  * @tparam S
  *   the state; immutable
  * @param name
  *   name of the entities, the category of their streams: the events of entity `42` of `account` are in the stream
  *   `account-42`. Change it and their events are not found
  * @throws IllegalArgumentException
  *   if the name is empty, too long, not Unicode text, contains a `-`, or begins with `brine.`
  */
abstract class Entity[C[+_], E, S](val name: String)(using
    val commands: Commands[C],
    val eventCodec: Codec[E],
    val stateCodec: Codec[S]
):
  require(!name.contains("-"), s"the name of the entities, '$name', contains a '-', which ends it in names of streams")
  // Throws unless the name is that of a category.
  private val category = Category(name)
  require(!name.startsWith("brine."), s"the name of the entities, '$name', begins with 'brine.', which is reserved")

  /** The state before the first event. */
  def initial: S

  /** Decides about a command.
    *
    * An exception that it throws fails this command alone, as a fault of the program; refuse a command by a reply. For
    * time, identities and random numbers use [[At]].
    */
  def decide[R](state: S, command: C[R])(using at: At): Decision[E, R]

  /** The state after an event. It must accept every event that is stored, in the state that the events before it lead
    * to: if it throws, the entity cannot be loaded any more.
    */
  def evolve(state: S, event: E): S

  /** Tags of an event: further names to read it by. The events of one decision are one append, so each has the tags of
    * all. Events with different tags are appended separately: an entity that is under load is fastest if its events
    * have the same tags, or none.
    */
  def tags(@unused event: E): Set[String] = Set.empty

  /** Version of [[initial]] and [[evolve]]. Raise it when the same events lead to another state than before: states
    * that were saved with another version are not used, and all events are folded again. A changed type of state or
    * events needs no other version, because its schema differs.
    */
  def fold: Int = 1

  /** When states are saved, so that loading need not fold all events. */
  def saves: SavePolicy = SavePolicy.defaults

  /** When an entity that is not in use leaves memory. */
  def passivation: Passivation = Passivation.default

  /** Name of the stream of an entity.
    *
    * @throws IllegalArgumentException
    *   if the id is empty or not Unicode text, or the stream's name is longer than 1024 characters
    */
  final def stream(id: String): String =
    require(id.nonEmpty, s"the id of an entity of '$name' is empty")
    val stream = s"$category$id"
    Names.require("stream", stream)
    stream
