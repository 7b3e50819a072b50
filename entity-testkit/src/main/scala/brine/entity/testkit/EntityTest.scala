package brine.entity.testkit

import brine.codec.{Codec, EncodeError}
import brine.entity.{At, Entity}
import java.time.Instant
import java.util.UUID

/** Tests what an entity decides: given some events, when it gets a command, then there are these events and this reply.
  * It needs no actors, no log and no time.
  *
  * {{{
  * private val accounts = EntityTest(Accounts)
  *
  * test("a withdrawal of too much is refused"):
  *   val decided = accounts.after(Opened("Ada"), Deposited(500)).when(Account.Withdraw(700))
  *   assertEquals(decided.events, Vector())
  *   assertEquals(decided.reply, Left(Refused.Poor))
  * }}}
  *
  * Each value goes through its codec, as it does in a log: events, command, reply and state. One that is another value
  * afterwards fails the test with an `AssertionError`. So does a function that gives two results for the same
  * arguments. Immutable.
  *
  * @param events
  *   the events so far
  * @param state
  *   the state after them
  */
final class EntityTest[C[+_], E, S] private (entity: Entity[C, E, S], val events: Vector[E], val state: S, at: At):
  import EntityTest.{require, throughCodec}

  /** The entity after further events.
    *
    * @throws AssertionError
    *   if an event or a state is another value after its codec, or `evolve` is not pure
    */
  def after(more: E*): EntityTest[C, E, S] =
    more.foldLeft[EntityTest[C, E, S]](this): (before, event) =>
      val stored = throughCodec("event", event)(using entity.eventCodec)
      val first  = entity.evolve(before.state, event)
      val again  = entity.evolve(before.state, stored)
      require(first == again, s"evolve is not pure: the event $event leads to $first, and then to $again")
      new EntityTest(entity, before.events :+ stored, throughCodec("state", first)(using entity.stateCodec), at)

  /** The entity at this time, and with this identity and seed. */
  def withAt(at: At): EntityTest[C, E, S] = new EntityTest(entity, events, state, at)

  /** What the entity decides on a command.
    *
    * @throws AssertionError
    *   if a value is another one after its codec, or `decide` is not pure
    */
  def when[R](command: C[R]): Decided[C, E, S, R] =
    val sent  = throughCodec[C[Any]]("command", command)(using entity.commands.codec).asInstanceOf[C[R]]
    val first = entity.decide(state, command)(using at)
    val again = entity.decide(state, sent)(using at)
    require(
      first == again,
      s"decide is not pure: the command $command leads to $first, and then to $again. Use `at` for time, identities " +
        "and random numbers"
    )
    val reply = throughCodec("reply", first.reply)(using entity.commands.replyTo(command))
    Decided(after(first.events*), first.events, reply)

object EntityTest:
  /** An entity without events. Time, identity and seed of its decisions are the start of 2026 and zeros. */
  def apply[C[+_], E, S](entity: Entity[C, E, S]): EntityTest[C, E, S] =
    val at      = At(Instant.parse("2026-01-01T00:00:00Z"), UUID(0, 0), 0)
    val initial = throughCodec("initial state", entity.initial)(using entity.stateCodec)
    new EntityTest(entity, Vector.empty, initial, at)

  private def require(holds: Boolean, problem: => String): Unit = if !holds then throw AssertionError(problem)

  private def throughCodec[A](what: String, value: A)(using codec: Codec[A]): A =
    val bytes =
      try Codec.encodeBare(value)
      catch case failed: EncodeError => throw AssertionError(s"the $what $value cannot be encoded", failed)
    Codec.decodeBare(bytes) match
      case Right(same) if same == value => same
      case Right(other)                 => throw AssertionError(s"the $what $value is $other after its codec")
      case Left(error) => throw AssertionError(s"the $what $value cannot be decoded: ${error.getMessage}", error)

/** What an entity decided in a test.
  *
  * @param entity
  *   the entity after it: give it the next command
  * @param events
  *   the events
  * @param reply
  *   the reply to the caller
  */
final case class Decided[C[+_], E, S, +R](entity: EntityTest[C, E, S], events: Vector[E], reply: R):
  /** The state after it. */
  def state: S = entity.state
