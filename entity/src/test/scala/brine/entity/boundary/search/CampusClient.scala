package brine.entity.boundary.search

import brine.entity.EntityError.Executed
import brine.entity.boundary.*
import brine.entity.{Answer, Decision}
import brine.journal.EventLog
import java.util.{SplittableRandom, UUID}
import scala.util.control.NonFatal

/** Sends commands, one after the other, each until its outcome is known or the log has ended.
  *
  * @param number
  *   of the client; its ids follow from it
  */
final class CampusClient(seed: Long, number: Int, count: Int):
  import CampusClient.*
  private val random = SplittableRandom(seed * 1000 + number)

  val commands: Vector[CampusCommand] = Vector.tabulate(count)(make)

  private def course  = random.nextInt(Courses)
  private def student = random.nextInt(Students)

  private def make(at: Int): CampusCommand =
    val ask = random.nextInt(16) match
      case 0 | 1         => Ask.Plan(course, 1 + random.nextInt(3))
      case 2 | 3 | 4 | 5 => Ask.Join(course, student)
      case 6 | 7 | 8     => Ask.Quit(course, student)
      case 9 | 10        => Ask.Swap(course, course, student)
      case 11 | 12       => Ask.Name(random.nextInt(6))
      case 13 | 14       => Ask.Look(course, student)
      case _             => Ask.Break(course)
    CampusCommand(number * 1_000_000L + at + 1, ask, Option.when(random.nextInt(3) > 0)(UUID(seed * 1000 + number, at)))

  /** Sends what is not over, and some again that is.
    *
    * @param views
    *   views that clients share
    * @param hasEnded
    *   whether the log has ended
    */
  def run(log: EventLog, boundary: Boundary[CampusEvent], views: SharedViews, hasEnded: () => Boolean): Unit =
    for command <- commands if !command.isOver do
      while !command.isOver && !hasEnded() do
        send(log, boundary, views, command)
        if random.nextInt(12) == 0 then delete(log)
      if command.answer.isDefined && command.key.isDefined && random.nextInt(3) == 0 then
        again(boundary, views, command, hasEnded)

  private def send(log: EventLog, boundary: Boundary[CampusEvent], views: SharedViews, command: CampusCommand): Unit =
    if command.began < 0 then
      try command.began = log.durable.sequence
      catch case NonFatal(_) => ()
    if command.began >= 0 then
      // A twin at the same time.
      val twin = Option.when(command.key.isDefined && random.nextInt(4) == 0):
        Twin(() => decide(boundary, views, command))
      val own = outcome(decide(boundary, views, command))
      val all = own +: twin.map(_.await()).toVector
      all.foreach:
        case Right(answer) =>
          if command.answer.exists(_ != answer) then throw AssertionError(s"$command: and another answer, $answer")
          command.answer = Some(answer)
        case Left(error) => check(command, error)

  private def check(command: CampusCommand, error: BoundaryError): Unit = error match
    case BoundaryError.Failed(_, _, _) if command.ask.isInstanceOf[Ask.Break] => command.error = Some(error)
    case _: (BoundaryError.Unavailable | BoundaryError.Conflicting | BoundaryError.Closed |
          BoundaryError.ReplyUnavailable | BoundaryError.TimedOut | BoundaryError.OutcomeUnknown) =>
      if error.executed != Executed.No then
        command.mayBeExecuted = true
        // It must not be sent again.
        if command.key.isEmpty then command.error = Some(error)
    case _ => throw AssertionError(s"$command: ${error.message}", BoundaryException(error))

  private def decide(boundary: Boundary[CampusEvent], views: SharedViews, command: CampusCommand): Answer[Seen] =
    val decision: Known => Decision[CampusEvent, Seen] = Campus.decide(command.ask, command.id)
    command.key match
      case None      => views.of(command.ask).decide(decision(_))
      case Some(key) =>
        if command.id % 2 == 0 then boundary.decideOnce(Campus.view(command.ask), key)(decision(_))
        else views.of(command.ask).decideOnce(key)(decision(_))

  /** One that has its answer must have that again, whatever has happened since. */
  private def again(
      boundary: Boundary[CampusEvent],
      views: SharedViews,
      command: CampusCommand,
      hasEnded: () => Boolean
  ): Unit =
    var isKnown = false
    while !isKnown && !hasEnded() do
      outcome(decide(boundary, views, command)) match
        case Right(answer) =>
          isKnown = true
          if !command.answer.contains(answer) then throw AssertionError(s"$command: and now $answer")
        case Left(error) => check(command, error)

  private def delete(log: EventLog): Unit =
    val stream = if random.nextBoolean() then "names" else s"course-$course-joined"
    // Whatever it says.
    try log.delete(stream).await(): Unit
    catch case NonFatal(_) => ()

object CampusClient:
  val Courses  = 4
  val Students = 5

  private def outcome(decide: => Answer[Seen]): Either[BoundaryError, Answer[Seen]] =
    try Right(decide)
    catch case failed: BoundaryException => Left(failed.error)

  private final class Twin(decide: () => Answer[Seen]):
    private var result: Either[Throwable, Either[BoundaryError, Answer[Seen]]] = Left(IllegalStateException("not yet"))
    private val thread                                                         = Thread.ofVirtual.start: () =>
      result =
        try Right(outcome(decide()))
        catch case failed: Throwable => Left(failed)

    def await(): Either[BoundaryError, Answer[Seen]] =
      thread.join()
      result.fold(throw _, identity)

/** Open views that clients share: of each question one. */
final class SharedViews(boundary: Boundary[CampusEvent]):
  private val views = java.util.concurrent.ConcurrentHashMap[Ask, OpenView[CampusEvent, Known]]()

  def of(ask: Ask): OpenView[CampusEvent, Known] = views.computeIfAbsent(ask, one => boundary.open(Campus.view(one)))
