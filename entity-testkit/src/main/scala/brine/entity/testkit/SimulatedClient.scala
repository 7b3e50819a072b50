package brine.entity.testkit

import brine.entity.{Answer, EntityError, EntityException}
import scala.concurrent.ExecutionContext.parasitic
import scala.util.{Failure, Success, Try}

/** Sends the commands of a client, one after the other: each until its outcome is known, with its key again and again.
  * At times it sends one twice, or one again that has its reply. For the thread of the simulation.
  */
private[testkit] final class SimulatedClient(operations: Vector[Operation], run: SimulatedRun):
  import SimulatedClient.*
  private var next = 0

  def isOver: Boolean = next == operations.size

  /** What it waits for. */
  def waitsFor: Option[Operation] = operations.lift(next)

  /** Begins or continues in a process. */
  def enter(life: Life): Unit = if !isOver then life.later(() => proceed(life))

  /** Gives up what nobody will reply to any more. */
  def powerCut(): Unit = waitsFor.foreach: operation =>
    if operation.began >= 0 && !operation.sent.hasKey then giveUp(operation)

  private def proceed(life: Life): Unit = if life.isOn && !isOver then
    repeatEarlier(life)
    send(operations(next), life)

  private def send(operation: Operation, life: Life): Unit =
    if operation.began < 0 then
      operation.began = run.tick()
      operation.durableBefore = run.disk.log.durable.sequence
    operation.sendings += 1
    if operation.sendings > MostSendings then
      throw SimulationProblem(Violation.Stuck, s"$operation was sent ${operation.sendings} times without a reply")
    val again = if operation.sendings > 1 then " again" else ""
    run.note(s"client ${operation.client + 1} sends$again ${operation.sent}")
    ask(operation, life)(ended(operation, life, _, _))
    if operation.sent.hasKey && run.repeats() then
      run.note(s"client ${operation.client + 1} sends it twice")
      ask(operation, life)((result, _) => result.foreach(saw(operation, _)))

  /** Sends a command again that has its reply. */
  private def repeatEarlier(life: Life): Unit =
    val known = operations.take(next).filter(one => one.sent.hasKey && one.answer.isDefined)
    if known.nonEmpty && run.repeats() then
      val operation = known(run.choose(known.size))
      run.note(s"client ${operation.client + 1} sends once more ${operation.sent}")
      ask(operation, life)((result, _) => result.foreach(saw(operation, _)))

  /** Sends it, and passes on the result. */
  private def ask(operation: Operation, life: Life)(end: (Try[Answer[Any]], Sending) => Unit): Unit =
    val sending = Sending(run.disturbances, run.nanos)
    life
      .ask(operation)
      .onComplete(result => run.guard(if life.isOn then end(result, sending)))(using parasitic)

  private def saw(operation: Operation, answer: Answer[Any]): Unit =
    val durable = run.disk.log.durable
    if answer.offset.sequence > durable.sequence then
      throw SimulationProblem(
        Violation.NotDurable,
        s"$operation has the reply ${answer.value} at ${answer.offset.sequence}, and durable is ${durable.sequence}"
      )
    operation.answer match
      case None                                 => operation.answer = Some(answer)
      case Some(first) if first == answer       => ()
      case Some(first) if operation.sent.hasKey =>
        throw SimulationProblem(
          Violation.OtherReply,
          s"$operation has the reply ${first.value} at ${first.offset.sequence}, and ${answer.value} at " +
            s"${answer.offset.sequence} when it is sent again with its key"
        )
      case Some(first) =>
        throw SimulationProblem(Violation.OtherReply, s"$operation has two replies: ${first.value}, ${answer.value}")

  private def ended(operation: Operation, life: Life, result: Try[Answer[Any]], sending: Sending): Unit = result match
    case Success(answer) =>
      run.note(s"client ${operation.client + 1} has the reply ${answer.value}, at ${answer.offset.sequence}")
      saw(operation, answer)
      end(operation)
      life.later(() => proceed(life))
    case Failure(failed: EntityException) => refused(operation, life, failed.error, sending)
    case Failure(other)                   =>
      throw SimulationProblem(Violation.Crashed, s"$operation failed with $other", other)

  private def refused(operation: Operation, life: Life, error: EntityError, sending: Sending): Unit =
    run.note(s"client ${operation.client + 1} has no reply: ${error.getClass.getSimpleName}")
    error match
      case EntityError.Closed(_, _) if life.isClosing => () // It is sent to the next process.
      case EntityError.Failed(_, _, _, _) | EntityError.Unencodable(_, _, _) | EntityError.Unloadable(_, _, _) |
          EntityError.TooLarge(_, _, _) =>
        throw SimulationProblem(Violation.Failed, s"$operation: ${error.message}")
      case _ if !run.explains(operation, error, sending.disturbances, sending.at) =>
        throw SimulationProblem(Violation.NoReason, s"$operation failed although nothing had: ${error.message}")
      case EntityError.KeyReused(_, _, _) | EntityError.ReplyLost(_, _, _) | EntityError.Missing(_, _, _) =>
        throw SimulationProblem(Violation.Lost, s"$operation: ${error.message}")
      case _ if error.executed == EntityError.Executed.Unknown && !operation.sent.hasKey =>
        giveUp(operation)
        life.later(() => proceed(life))
      // The entity pauses longer than the timeout: so does who sends the command again.
      case _ if run.disturbances == sending.disturbances && run.pauseOf(operation) > 0 =>
        life.after(run.pauseOf(operation))(() => sendAgain(operation, life))
      case _ => life.later(() => sendAgain(operation, life))

  private def sendAgain(operation: Operation, life: Life): Unit = if life.isOn then send(operation, life)

  private def giveUp(operation: Operation): Unit =
    run.note(s"client ${operation.client + 1} gives up: nobody can know whether it was executed")
    operation.isUnknown = true
    end(operation)

  private def end(operation: Operation): Unit =
    operation.ended = run.tick()
    next += 1

private[testkit] object SimulatedClient:
  /** When something was sent.
    *
    * @param disturbances
    *   how often something had gone wrong before
    * @param at
    *   the virtual time, in ns since the run began
    */
  private final case class Sending(disturbances: Int, at: Long)

  // A run has fewer faults.
  private inline val MostSendings = 200
