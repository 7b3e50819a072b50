package brine.entity.process

import brine.codec.Codec
import brine.entity.effect.EffectsBegin
import brine.entity.process.internal.ProcessName
import brine.entity.{At, SavePolicy}
import brine.journal.{Query, ReadAs, Record}
import java.util.Objects

/** A process: something that takes several steps, such as a transfer between two accounts. It reads events, keeps a
  * state for each of its instances, and decides on facts, commands to others, and timers. Nothing here depends on where
  * it runs.
  *
  * {{{
  * object Transfers extends Process[TransferEvent, TransferCommand, Outcome, TransferFact, Transfer](
  *       "transfer", EffectsBegin.First):
  *   def query: Query                                           = Query.category("request")
  *   def instance(event: Record[TransferEvent]): Option[String] = Some(event.value.id)
  *   def initial: Transfer                                      = Transfer.none
  *
  *   def react(state: Transfer, input: ProcessInput[TransferEvent, TransferCommand, Outcome])(using at: At) =
  *     input match
  *       case ProcessInput.Event(asked)             => Reaction(Begun(asked)).send(Debit(asked.from, asked.cents))
  *       case ProcessInput.Replied(_: Debit, Done)  => Reaction(Debited).send(Credit(state.to, state.cents))
  *       …
  *   def evolve(state: Transfer, fact: TransferFact): Transfer = …
  * }}}
  *
  * '''Facts are folded, no code is repeated.''' What an instance has decided is stored as a [[ProcessStep]] of its
  * stream, `NAME-INSTANCE`, in one append for each input. A restart folds these. So you may change [[react]] at any
  * time: it decides on the next input.
  *
  * '''One thing at a time.''' An instance reacts to an event when its commands from before have their replies.
  * Different instances run at the same time.
  *
  * All functions are pure: they change nothing, and their result depends only on their arguments, [[At]] included. They
  * run on several threads at the same time, for different instances, and must not block.
  *
  * @tparam I
  *   the events that it reads; [[brine.journal.Stored]] for events of several types
  * @tparam C
  *   its commands
  * @tparam R
  *   the replies to them
  * @tparam E
  *   its facts
  * @tparam S
  *   the state of an instance; immutable
  * @param name
  *   1 to 50 characters of a to z, 0 to 9 and `_`. It is the category of the streams of its instances, so no entity may
  *   have the same. With another name it is another process: it begins where `begin` says, and its keys are others
  * @param begin
  *   where it begins to read when the name is new in a log. It has no effect later
  * @throws IllegalArgumentException
  *   if the name is not valid; the message says why
  */
abstract class Process[I, C, R, E, S](val name: String, val begin: EffectsBegin)(using
    private[process] val reads: ReadAs[I],
    private[process] val commandCodec: Codec[C],
    private[process] val replyCodec: Codec[R],
    private[process] val factCodec: Codec[E],
    private[process] val stateCodec: Codec[S]
):
  ProcessName.require(name)
  Objects.requireNonNull(begin, "begin"): Unit

  /** Selects the events that it reads. The streams of its own instances, and those whose names begin with `brine.`, are
    * left out. Nothing notices that the query was changed: events that were read before are not looked at again.
    */
  def query: Query

  /** The instance that an event belongs to: any text, such as the number of an order; None to ignore the event. If it
    * throws an exception, the event is set aside.
    */
  def instance(event: Record[I]): Option[String]

  /** The state before the first fact. */
  def initial: S

  /** Decides on an input.
    *
    * It need not accept every input: if it throws an exception, the input is set aside, and so are later ones of the
    * instance, until they are replayed or discarded. For time, identities and random numbers use [[At]].
    */
  def react(state: S, input: ProcessInput[I, C, R])(using at: At): Reaction[E, C]

  /** The state after a fact. It must accept every fact that is stored. */
  def evolve(state: S, fact: E): S

  /** Version of [[initial]] and [[evolve]]. Raise it when the same facts lead to another state than before: states that
    * were saved with another version are not used, and all facts are folded again. A changed type of state or facts
    * needs no other version, because its schema differs.
    */
  def fold: Int = 1

  /** When the states of instances are saved, so that loading need not fold all facts. */
  def saves: SavePolicy = SavePolicy.defaults

  override def toString: String = s"the process '$name'"
