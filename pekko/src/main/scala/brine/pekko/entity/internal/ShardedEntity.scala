package brine.pekko.entity.internal

import brine.entity.internal.EntityNode
import brine.entity.{Answer, Entity, EntityError}
import brine.journal.EventLog
import java.time.Duration
import org.apache.pekko.actor.typed.scaladsl.{AbstractBehavior, ActorContext, Behaviors}
import org.apache.pekko.actor.typed.{Behavior, PostStop, Signal}
import scala.collection.mutable

/** An entity on the node that the cluster has chosen: hands calls to the runtime of entities there, and lets the entity
  * leave that runtime before it stops.
  *
  * It begins with letting the entity leave, too. If an actor before it was ended before its entity had left, the
  * runtime may have a state of that time, while other nodes have appended since.
  */
private[pekko] final class ShardedEntity[C[+_]](
    context: ActorContext[ShardMessage],
    id: String,
    parts: ShardedEntity.Parts[C]
) extends AbstractBehavior[ShardMessage](context):
  import ShardMessage.*
  import parts.node

  private val self = context.self

  // All calls without an outcome, and those of them that were not handed to the runtime.
  private val calls   = mutable.HashMap[CallId, Call]()
  private val waiting = mutable.ArrayDeque[Call]()

  // Whether the entity has left memory at the beginning, must stop, leaves memory at the end, and has done so.
  private var hasBegun     = false
  private var isStopping   = false
  private var isLeaving    = false
  private var hasLeft      = false
  private var isConfirming = false

  node.evict(id)(() => self ! Evicted)

  def onMessage(message: ShardMessage): Behavior[ShardMessage] =
    handle(message)
    if isStopping then stopIfDone() else this

  private def handle(message: ShardMessage): Unit = message match
    case call: Call   => take(call)
    case probe: Probe => if !calls.contains(probe.call) then probe.call.caller ! Outcome.Unknown(probe.call.number)
    case finished: Finished   => calls.remove(finished.call): Unit
    case confirmed: Confirmed => confirm(confirmed)
    case Stop                 =>
      isStopping = true
      waiting.removeAll().foreach(refuse)
    case Evicted =>
      if hasBegun then hasLeft = true
      else
        hasBegun = true
        proceed()

  override def onSignal: PartialFunction[Signal, Behavior[ShardMessage]] =
    case PostStop =>
      if !hasLeft then node.evict(id)(() => ())
      this

  private def stopIfDone(): Behavior[ShardMessage] =
    if hasLeft then Behaviors.stopped
    else
      if hasBegun && calls.isEmpty && !isLeaving then
        isLeaving = true
        node.evict(id)(() => self ! Evicted)
      this

  private def take(call: Call): Unit =
    val otherLog = if call.local == null then LogIdentity.problem(parts.log, call.log) else None
    if otherLog.nonEmpty then
      val error = EntityError.Unsendable(node.described(id), "", otherLog.get)
      parts.tell(call, Outcome.Failed(call.call.number, error))
    else if isStopping then parts.tell(call, Outcome.NotHere(call.call.number))
    // It was sent again because there was no outcome yet.
    else if !calls.contains(call.call) then
      calls.put(call.call, call): Unit
      if hasBegun && !parts.confirmsVersion then submit(call, atLeast = 0)
      else
        waiting.append(call): Unit
        if hasBegun then proceed()

  private def refuse(call: Call): Unit =
    calls.remove(call.call): Unit
    parts.tell(call, Outcome.NotHere(call.call.number))

  /** Hands over what waits, once the version is known if it must be. */
  private def proceed(): Unit =
    if !parts.confirmsVersion then waiting.removeAll().foreach(submit(_, atLeast = 0))
    else if !isConfirming && waiting.nonEmpty then
      isConfirming = true
      val covered = waiting.removeAll().toVector
      parts.versionOf(id)(version => self ! Confirmed(version, covered))

  private def confirm(confirmed: Confirmed): Unit =
    isConfirming = false
    confirmed.calls.foreach: call =>
      if isStopping then refuse(call)
      else
        confirmed.version match
          case Right(version) => submit(call, version)
          case Left(error)    => fail(call, EntityError.Unavailable(node.described(id), error))
    if !isStopping then proceed()

  private def fail(call: Call, error: EntityError): Unit =
    calls.remove(call.call): Unit
    parts.tell(call, Outcome.Failed(call.call.number, error))

  private def submit(call: Call, atLeast: Long): Unit =
    parts.schemas.read(call.command, parts.entity.commands.codec) match
      case Right(command) =>
        node.send(id, command, call.key, Duration.ofNanos(call.timeoutNanos), atLeast): outcome =>
          parts.tell(call, parts.outcome(call, id, command, outcome))
          self ! Finished(call.call)
      case Left(ForeignSchemas.SchemaNeeded) =>
        calls.remove(call.call): Unit
        parts.tell(call, Outcome.SchemaNeeded(call.call.number))
      case Left(ForeignSchemas.Unreadable(problem)) =>
        val reason = s"that node runs another version of the program, or its codec fails: it cannot read it: $problem"
        // Its caller knows the name of the command.
        fail(call, EntityError.Unsendable(node.described(id), "", reason))

private[pekko] object ShardedEntity:
  def apply[C[+_]](id: String, parts: Parts[C]): Behavior[ShardMessage] =
    Behaviors.setup(context => new ShardedEntity(context, id, parts))

  /** What all entities of a type have on a node.
    *
    * @param mostBytes
    *   the most bytes of a message between nodes
    */
  final class Parts[C[+_]](
      val entity: Entity[C, ?, ?],
      val node: EntityNode[C],
      val schemas: ForeignSchemas,
      val log: EventLog,
      val confirmsVersion: Boolean,
      mostBytes: Int
  ):
    /** Tells the caller an outcome. */
    def tell(call: ShardMessage.Call, outcome: Outcome): Unit =
      if call.local != null then call.local.received(outcome) else call.call.caller ! outcome

    /** What the runtime says, for the caller: encoded, if that is in another process. */
    def outcome(
        call: ShardMessage.Call,
        id: String,
        command: C[Any],
        outcome: Either[EntityError, Answer[Any]]
    ): Outcome =
      val number = call.call.number
      outcome match
        case Left(error)   => Outcome.Failed(number, error)
        case Right(answer) =>
          val live = Payload.Live(answer.value, entity.commands.replyTo(command))
          if call.local != null then Outcome.Answered(number, answer.offset.sequence, live)
          else
            def failed(reason: String) =
              Outcome.Failed(number, EntityError.ReplyUnsendable(node.described(id), node.nameOf(command), reason))
            try
              val encoded = live.encoded(withSchema = live.codec.fingerprint != call.replyFingerprint)
              val bytes   = encoded.bytes.length + encoded.schema.fold(0)(_.canonical.length)
              if bytes > mostBytes then failed(FrameSize.problem(bytes, mostBytes))
              else Outcome.Answered(number, answer.offset.sequence, encoded)
            catch case CodecFailure(reason) => failed(reason)

    /** Reads the version of an entity's stream, on another thread. */
    def versionOf(id: String)(read: Either[brine.journal.ReadError, Long] => Unit): Unit =
      Thread.ofVirtual.start: () =>
        read:
          try log.version(entity.stream(id))
          catch case failed: Exception => Left(brine.journal.ReadError.Unavailable(log.name, failed))
      : Unit
