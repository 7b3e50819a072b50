package brine.entity.process.internal

import brine.codec.DecodeError
import brine.entity.effect.{EffectDelayed, EffectKey, EffectRefusedException, EffectRoute}
import brine.entity.internal.{EventFold, FailureText, UserFailure}
import brine.entity.process.{CommandKey, Process}
import brine.entity.{Entities, EntityError, EntityException}
import brine.journal.snapshot.SnapshotError
import brine.journal.{AppendError, Category, JournalException, ReadError, Record, Stored}

/** Handles the inputs of a process: asks the instance for its decision, then sends its commands, one in each attempt.
  * Thread-safe.
  *
  * @param reactions
  *   finds what the log has of an instance
  * @param send
  *   sends a command and returns the reply
  * @param ended
  *   called when the instances are closed
  */
private[process] final class Inputs[I, C, R](
    process: Process[I, C, R, ?, ?],
    instances: Instances[I, C, R, ?, ?],
    running: Entities[InstanceCommand],
    reactions: Reactions,
    send: (C, CommandKey) => R,
    ended: () => Unit
) extends EffectRoute[Stored]:
  import Inputs.*

  private val own = Category(process.name)
  private val due = ProcessName.dueStream(process.name)

  // ---- Lanes --------------------------------------------------------------------------------------------------------

  def laneOf(stream: String, tags: Set[String]): String = laneOfStream(stream)

  def laneOf(record: Record[Stored]): Either[Throwable, Option[String]] =
    if !isInput(record.stream) then Right(None)
    else
      try instanceOf(record).map(_.map((instance, _) => laneOfInstance(instance)))
      catch case UserFailure(failed) => Left(failed)

  private def isInput(stream: String) =
    stream == due || !stream.startsWith(ProcessName.Reserved) && !own.has(stream)

  /** The instance that a record is for, and its input. May throw what code of users throws. */
  private def instanceOf(record: Record[Stored]): Either[DecodeError, Option[(String, InstanceInput)]] =
    if record.stream == due then
      record.value.as[DueTimer].map(timer => Some(timer.instance -> InstanceInput.Due(timer.id, timer.number)))
    else
      process.reads
        .read(record.value.bytes, record.value.schema)
        .map: value =>
          process.instance(record.copy(value = value)) match
            case null           => throw NullPointerException("the instance of an event is null, and not an Option")
            case None           => None
            case Some(instance) =>
              // Throws unless it may be part of the name of a stream.
              instances.stream(java.util.Objects.requireNonNull(instance, "instance")): Unit
              Some(instance -> InstanceInput.Event(record.offset.sequence, value))

  // ---- One attempt --------------------------------------------------------------------------------------------------

  def run(record: Record[Stored], key: EffectKey, lane: String): Boolean =
    val known = instanceOf(record)
    // A function that leaves its thread interrupted would end the wait for the instance, as below.
    Thread.interrupted(): Unit
    known match
      case Left(undecodable)              => throw undecodable
      case Right(None)                    => true
      case Right(Some((instance, input))) =>
        val isOwn = lane == laneOfInstance(instance)
        val found = input match
          case event: InstanceInput.Event if !isOwn => askLate(instance, event)
          case _                                    => ask(instance, input)
        // What the instance waits for is sent first, whatever input it follows from: that may be set aside behind this
        // one, or be handled by nobody any more. No other call of the instance is under way.
        sendNext(instance, found.next) && found.isHandled

  /** An event that was set aside in another lane comes after later ones of its instance, unless the instance has
    * reacted to it in order before that.
    */
  private def askLate(instance: String, event: InstanceInput.Event): InstanceReply[C] =
    var found = ask(instance, InstanceInput.Late(event.offset, event.value, searched = 0))
    // Once, unless another runner is at work.
    while found.unsearched.nonEmpty do
      found =
        if hasReacted(instance, event.offset) then ask(instance, event)
        else ask(instance, InstanceInput.Late(event.offset, event.value, found.unsearched.get))
    found

  private def hasReacted(instance: String, event: Long): Boolean =
    reactions.has(instances.stream(instance), event) match
      case Right(has)  => has
      case Left(error) =>
        val message =
          s"$process cannot find out whether the instance '$instance' has handled the event: ${error.message}"
        error match
          case _: (ReadError.Failed | ReadError.Unavailable | ReadError.Closed.type) =>
            throw EffectDelayed(message, JournalException(error))
          case _ => throw InputRefused(message, JournalException(error))

  override def storesAsideFirst: Boolean = true

  override def besides(record: Record[Stored], lane: String): Option[String] =
    // In another lane it is for its stream, because its instance could not be said.
    if lane.startsWith(Instance) then None else laneOf(record).toOption.flatten.filter(_ != lane)

  /** Sends the next command of an instance. Returns whether it was the last. */
  private def sendNext(instance: String, next: Option[InstanceState.Command[C]]): Boolean = next match
    case None          => true
    case Some(command) =>
      val key   = CommandKey(process.name, instance, command.number, EventFold.instantOf(command.micros))
      val reply = send(command.command, key)
      if reply == null then throw NullPointerException(s"the reply to the command $key is null")
      // A function that gives up after an interrupt may leave its thread interrupted: its reply is stored all the same.
      Thread.interrupted(): Unit
      ask(instance, InstanceInput.Reply(command.number, reply)).next.isEmpty

  /** Gives up the commands of an instance that have no reply. */
  def discard(instance: String): Either[EntityError, Unit] =
    try
      running(instance).ask(InstanceCommand[Any](InstanceInput.Discard)): Unit
      Right(())
    catch case failed: EntityException => Left(failed.error)

  private def ask(instance: String, input: InstanceInput): InstanceReply[C] =
    try running(instance).ask(InstanceCommand[InstanceReply[C]](input))
    catch case failed: EntityException => throw meaning(failed)

  private def meaning(failed: EntityException): Throwable = failed.error match
    case EntityError.Failed(_, _, _, cause) => InputRefused(s"$process failed: ${FailureText.of(cause)}", cause)
    case EntityError.Closed(_, _)           =>
      ended()
      delayed(failed)
    case EntityError.OutcomeUnknown(_, _) | EntityError.TimedOut(_, _) | EntityError.Overloaded(_, _) |
        EntityError.Conflicting(_, _) =>
      delayed(failed)
    case EntityError.Unavailable(
          _,
          _: (AppendError | ReadError.Failed | ReadError.Unavailable | ReadError.Closed.type | SnapshotError)
        ) =>
      delayed(failed)
    // Another attempt would decide the same.
    case _ => InputRefused(FailureText.message(failed), failed)

  private def delayed(failed: EntityException) = EffectDelayed(failed.getMessage, failed)

private[process] object Inputs:
  private val Instance = "instance "
  private val Stream   = "stream "

  def laneOfInstance(instance: String): String = s"$Instance$instance"
  def laneOfStream(stream: String): String     = s"$Stream$stream"

  /** The instance and the stream of a lane; one of them is none. */
  def read(lane: String): (Option[String], String) =
    if lane.startsWith(Instance) then (Some(lane.substring(Instance.length)), "")
    else (None, lane.substring(Stream.length))

  private final class InputRefused(message: String, cause: Throwable) extends EffectRefusedException(message, cause):
    override def toString: String = getMessage
