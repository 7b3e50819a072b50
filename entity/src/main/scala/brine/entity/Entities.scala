package brine.entity

import brine.actor.internal.support.StackProbe
import brine.actor.ActorSystem
import brine.entity.internal.{EntityNode, EntityRuntime, FutureRequest, MayWait, TogetherRun, WaitingRequest}
import brine.journal.EventLog
import java.util.{Objects, UUID}
import scala.annotation.varargs
import scala.concurrent.Future

/** The entities of one type, on Brine's actors and over any [[EventLog]]. An entity is an actor that is in memory while
  * it is used: its first command loads its state, and it leaves memory when it was not used for a while.
  *
  * {{{
  * val accounts = Entities.open(log, system)(Accounts)
  * val cents    = accounts("42").ask(Account.Deposit(500))
  * }}}
  *
  * Let one process at a time run the entities of a type. Another writer cannot overwrite anything, but each append of
  * one costs the other a decision more. Thread-safe.
  */
final class Entities[C[+_]] private (runtime: EntityRuntime[C, ?, ?]) extends AutoCloseable:
  /** The entity with this id.
    *
    * @throws IllegalArgumentException
    *   if the id is empty or not Unicode text, or longer than 1,023 characters together with the entities' name
    */
  def apply(id: String): EntityRef[C] =
    runtime.entity.stream(Objects.requireNonNull(id, "id")): Unit
    Entities.Ref(runtime, id)

  /** Number of entities in memory. */
  def inMemory: Int = runtime.count

  /** Sum of the encoded sizes of the states in memory, as far as they are measured: see
    * [[EntitySettings.maxStateBytes]]. Zero without such a limit.
    */
  def stateBytes: Long = runtime.sizes.total

  /** Loads entities into memory in one pass over the log, so that their first commands need not. This reads the whole
    * log, and takes a fraction of the time that loading each by itself takes: worth it at the start of a program that
    * uses most of its entities. Commands are executed meanwhile.
    *
    * It leaves to their first command the entities that are in memory already, those beyond
    * [[EntitySettings.maxInMemory]] or [[EntitySettings.maxStateBytes]], and those whose events are not all there, were
    * deleted or cannot be folded. Saved states are not used. Until it ends, it keeps a state of each entity, up to
    * [[EntitySettings.maxInMemory]]. The state of an entity that it loaded is saved again after as many further events
    * as [[SavePolicy]] says.
    *
    * @return
    *   number of entities that it has loaded
    * @throws EntityException
    *   [[EntityError.HistoryUnavailable]] if the log cannot be read, [[EntityError.Closed]] if the entities are closed
    * @throws InterruptedException
    *   if the thread is interrupted. No entity is loaded wrongly by then
    * @throws IllegalStateException
    *   on a worker of an actor system or a thread of a store, or in a function of the entity
    */
  def preload(): Int =
    MayWait.require("a virtual thread")(s"preloading the entities of ${runtime.entity.name}")
    StackProbe.require()
    runtime.preload.run()

  /** Refuses further commands, and those that are not decided on yet, as [[EntityError.Closed]]. Waits until what was
    * decided is durable. Log and actor system stay open: close them afterwards. The shutdown of the actor system closes
    * the entities, too.
    *
    * @throws IllegalStateException
    *   on a worker of an actor system or a thread of a store, which it would wait for, or in a function of [[together]]
    *   with entities of this type
    */
  def close(): Unit =
    MayWait.require("askAsync")(s"closing the entities of ${runtime.entity.name}")
    runtime.close()

  override def toString: String = s"entities of ${runtime.entity.name}"

object Entities:
  /** Opens the entities of a type.
    *
    * @throws IllegalArgumentException
    *   if the names of entity and command together are longer than a stream's name may be
    * @throws IllegalStateException
    *   if the actor system is shutting down
    */
  def open[C[+_], E, S](log: EventLog, system: ActorSystem, settings: EntitySettings = EntitySettings.defaults)(
      entity: Entity[C, E, S]
  ): Entities[C] =
    Objects.requireNonNull(log, "log"): Unit
    new Entities(EntityNode.started(entity, log, system, settings))

  /** Several entities, also of different types, that decide together: see [[Together]].
    *
    * {{{
    * val both = Entities.together(accounts("ada"), accounts("bob"))
    * }}}
    *
    * @throws IllegalArgumentException
    *   if one is not an entity that [[open]] runs, or they are in different logs
    */
  @varargs def together(first: EntityRef[?], more: EntityRef[?]*): Together =
    Together(TogetherRun.of((first +: more).map: ref =>
      ref match
        case known: Ref[?] => TogetherRun.Member(known.runtime, known.id)
        case other         =>
          throw IllegalArgumentException(s"$other is not an entity of this process: take it from Entities.open")))

  private[entity] final class Ref[C[+_]](private[entity] val runtime: EntityRuntime[C, ?, ?], val id: String)
      extends EntityRef[C]:
    def answer[R](command: C[R], key: Option[UUID]): Answer[R] =
      MayWait.require("askAsync")(s"asking ${runtime.described(id)}")
      val named = keyOf(key)
      check(command)
      val timeout = runtime.settings.timeout
      val until   = System.nanoTime() + timeout.toNanos
      StackProbe.require() // or nobody might return the permit
      val request = WaitingRequest(runtime, id, command, named, timeout)
      if !runtime.enter(timeout.toNanos) then throw EntityException(overloaded)
      runtime.send(request)
      request.await(until).asInstanceOf[Answer[R]]

    def answerAsync[R](command: C[R], key: Option[UUID]): Future[Answer[R]] =
      Objects.requireNonNull(command, "command"): Unit
      val named = keyOf(key)
      StackProbe.require()
      val request = FutureRequest(runtime, id, command, named, runtime.settings.timeout)
      if runtime.isClosed then Future.failed(EntityException(runtime.closedError(id)))
      else if runtime.enter(0) then
        runtime.sendArmed(request)
        request.future.asInstanceOf[Future[Answer[R]]]
      else Future.failed(EntityException(overloaded))

    // A key that is null by mistake must not mean none: a retry would execute the command again.
    private def keyOf(key: Option[UUID]): UUID | Null = Objects.requireNonNull(key, "key") match
      case Some(value) => Objects.requireNonNull(value, "key")
      case None        => null

    // Before it waits for a permit: closing waits for all of them.
    private def check(command: C[Any]): Unit =
      Objects.requireNonNull(command, "command"): Unit
      if runtime.isClosed then throw EntityException(runtime.closedError(id))

    private def overloaded = EntityError.Overloaded(runtime.described(id), runtime.settings.maxPendingCommands)

    override def toString: String = runtime.described(id)
