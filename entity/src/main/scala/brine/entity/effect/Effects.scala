package brine.entity.effect

import brine.actor.internal.support.StackProbe
import brine.codec.{Codec, Schemas}
import brine.entity.effect.internal.{EffectStore, EffectsRunner}
import brine.entity.internal.{MayWait, PlainName}
import brine.journal.{EventLog, Offset, Query, ReadAs, Record, Stored}
import java.util.Objects

/** Calls to other systems that follow from events: send a mail, charge a card. An effect is one call of a function with
  * one event.
  *
  * {{{
  * val mails = Effects[OrderEvent]("mail", EffectsBegin.Now)(Query.category("order")): (record, key) =>
  *   mailServer.send(textOf(record.value), idempotencyKey = key.uuid)
  * val running = Effects.start(log, mails)
  * }}}
  *
  * '''At least once.''' Each event that the query selects has its effect, also if the process is killed meanwhile. An
  * effect is repeated if it fails, if its process ends before it has stored that it was executed, or if two processes
  * run the same effects for a moment. Each attempt of an event gets the same [[EffectKey]], so that the receiver can
  * recognize a repetition.
  *
  * '''Order.''' Effects of one key of the definition are executed one after the other, in the order of the log: the
  * next one begins when the one before it was executed. The key of a record is the name of its stream, unless
  * [[withKey]] says another. Effects of different keys are executed at the same time, on virtual threads. In one
  * process no two calls of a key overlap, also if the effects are closed while a function does not end, or are started
  * twice: the later call waits for the earlier one.
  *
  * '''Failures.''' An effect whose function throws an exception is tried again, with pauses. After
  * [[EffectsSettings.attempts]], or at once after an [[EffectRefusedException]], it is set aside, and so are later ones
  * of its key, in order. They stay so until [[RunningEffects.replay]] or [[RunningEffects.discard]].
  *
  * The log keeps what was executed, in the streams `brine.effects-NAME` and `brine.effects.aside-NAME`. Immutable.
  *
  * @param name
  *   names the effects in the log, in their keys, in messages and in threads; see [[Effects.apply]]
  * @param begin
  *   where they begin when the name is new in a log
  * @param query
  *   selects the records
  */
final class Effects[E] private (
    val name: String,
    val begin: EffectsBegin,
    val query: Query,
    private[effect] val route: EffectRoute[E],
    described: String
)(using private[effect] val reads: ReadAs[E]):

  /** Returns the effects with another key of records.
    *
    * @param key
    *   gives a record's key by the name of its stream and its tags. It must always give the same for a record. If it
    *   throws or gives null, the effects end with [[EffectsError.Broken]]
    */
  def withKey(key: (String, Set[String]) => String): Effects[E] =
    new Effects(name, begin, query, EffectRoute.Keyed(Objects.requireNonNull(key, "key"), route), described)

  override def toString: String = described

object Effects:
  /** The most characters of a name. */
  final val LongestName = PlainName.Longest

  /** Effects of the records of a query.
    *
    * @param name
    *   1 to [[LongestName]] characters of: a to z, 0 to 9, `-`, `_` and `.`. The name belongs to one function for ever:
    *   another name begins with other events, and its keys are others
    * @param begin
    *   where the effects begin when the name is new in a log. It has no effect later
    * @param run
    *   executes the effect of a record. It may block, and runs on a virtual thread. What it throws means that it must
    *   be tried again, or not if that is an [[EffectRefusedException]]. It must do nothing twice for one key, or call
    *   somebody who does nothing twice
    * @throws IllegalArgumentException
    *   if the name is not valid; the message says why
    */
  def apply[E](name: String, begin: EffectsBegin)(query: Query)(
      run: (Record[E], EffectKey) => Unit
  )(using codec: Codec[E])(using Schemas): Effects[E] = of(name, begin, query, run)(using ReadAs.decoded[E])

  /** Effects of records of any type, which are not decoded. Also gets the deletions of streams.
    *
    * @throws IllegalArgumentException
    *   as [[apply]] does
    */
  def ofStored(name: String, begin: EffectsBegin)(query: Query)(
      run: (Record[Stored], EffectKey) => Unit
  ): Effects[Stored] = of(name, begin, query, run)

  private def of[E](name: String, begin: EffectsBegin, query: Query, run: (Record[E], EffectKey) => Unit)(using
      ReadAs[E]
  ): Effects[E] =
    PlainName.require("effects", name)
    Objects.requireNonNull(begin, "begin"): Unit
    Objects.requireNonNull(query, "query"): Unit
    Objects.requireNonNull(run, "run"): Unit
    new Effects(name, begin, query, EffectRoute.OfStream(run), described(name))

  /** Effects of a part of this library. The name need not be one that users may give.
    *
    * @param described
    *   what messages call them, as a plural
    */
  private[entity] def routed[E](name: String, described: String, begin: EffectsBegin, query: Query)(
      route: EffectRoute[E]
  )(using ReadAs[E]): Effects[E] = new Effects(name, begin, query, route, described)

  /** Starts effects. Waits until the log has stored that they run here: from then on each event that is appended has
    * its effect. Effects of this name that run elsewhere over the same log end with [[EffectsError.Fenced]].
    *
    * @param log
    *   has the events, and gets what was executed; it stays open when the effects are closed
    * @throws EffectsException
    *   with [[EffectsError.Unavailable]] or [[EffectsError.Unreadable]] if the log fails, or retention has deleted the
    *   events that come next; with [[EffectsError.Lost]] or [[EffectsError.Copied]] if what it has stored cannot be
    *   continued; with [[EffectsError.BeyondEnd]] if the effects would begin after the end of the log
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; the effects do not run then
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def start[E](
      log: EventLog,
      definition: Effects[E],
      settings: EffectsSettings = EffectsSettings.defaults
  ): RunningEffects =
    Objects.requireNonNull(log, "log"): Unit
    Objects.requireNonNull(settings, "settings"): Unit
    MayWait.require("a virtual thread")(s"starting $definition")
    StackProbe.require()
    val store   = EffectStore(definition.toString, definition.name, log)
    val claimed = store.claim(definition.begin).fold(error => throw EffectsException(error), identity)
    val runner  = EffectsRunner(definition, log, store, claimed, settings)
    runner.start()
    new RunningEffects(definition.toString, runner)

  /** Stores that effects continue after an offset, whatever was stored before: those up to it are not executed any
    * more, and those after it are executed, again if they were before. Nothing is set aside then. Effects of this name
    * that are running end with [[EffectsError.Fenced]]. For what [[EffectsError]] names, and for tests.
    *
    * @throws EffectsException
    *   if the log fails, or ends before the offset
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; the position may be stored all the same
    * @throws IllegalArgumentException
    *   if the name is not valid
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def moveTo(log: EventLog, name: String, after: Offset): Unit =
    PlainName.require("effects", name)
    moveTo(log, name, described(name), after)

  private[entity] def moveTo(log: EventLog, name: String, described: String, after: Offset): Unit =
    MayWait.require("a virtual thread")(s"moving $described")
    EffectStore(described, name, log).moveTo(after).foreach(error => throw EffectsException(error))

  private def described(name: String) = s"the effects '$name'"
