package brine.entity.testkit

import brine.codec.Codec
import brine.entity.{At, Decision}
import brine.journal.*
import java.util.SplittableRandom
import scala.util.Try
import scala.util.control.NonFatal

/** What must hold for the commands to one entity, given its events at the end of a run.
  *
  * The log gives the order. A reply names the event that it follows from, so each command has its place there without a
  * search: `decide` on the fold up to that place must give these events and this reply.
  */
private[testkit] final class StreamCheck[C[+_], E, S](
    part: RunPart[C, E, S],
    id: String,
    records: Vector[Record[E]],
    operations: Vector[Operation],
    foreign: Vector[SimulatedRun.Foreign]
):
  import StreamCheck.*
  private val entity  = part.entity
  private val name    = s"${entity.name} '$id'"
  private val offsets = records.map(_.offset.sequence)
  private val states  = statesOf(part, id, records)

  // By which operation an event is explained
  private val owner = new Array[String | Null](records.size)

  def check(): Unit =
    val placed = operations.filter(_.answer.isDefined).map(place)
    // Those that have events in any case come first: others may only have seen theirs.
    placed.filterNot(_.isOptional).foreach(claim)
    foreign.foreach(other => own(other.version, other.version + other.events, "another process"))
    val unknown = operations.filter(_.isUnknown)
    if !explain(0, unknown ++ placed.filter(_.isOptional).map(_.operation), placed) then
      val at = owner.indexWhere(_ == null)
      fail(
        Violation.Unexplained,
        s"event ${at + 1} of $name, ${records(at).value} at ${offsets(at)}, follows from no command that was sent, " +
          s"or from one that was executed twice. The events are explained by: $explained"
      )
    checkOrder(placed)

  private def explained: String =
    if owner.isEmpty then "none"
    else
      records
        .zip(owner)
        .map((record, by) => s"${record.value} by ${if by == null then "nothing" else by}")
        .mkString("; ")

  // ---- Where a command is -------------------------------------------------------------------------------------------

  /** The place of a command: the number of events that its reply follows from, and how many of them may be its own. */
  private def place(operation: Operation): Placed =
    val answer = operation.answer.get
    val end    = if answer.offset == Offset.Begin then 0 else offsets.indexOf(answer.offset.sequence) + 1
    if end == 0 && answer.offset != Offset.Begin then
      fail(
        Violation.Lost,
        s"$operation has the reply ${answer.value} at ${answer.offset.sequence}, where the log has no event of it; " +
          s"its events are at ${offsets.mkString(", ")}"
      )
    val made = part.decisions.of(operation.command)
    requirePure(operation, made)
    val right = made.filter(one => one.decision.reply == answer.value && follows(operation.command, one, end))
    if right.isEmpty then refute(operation, made, end)
    if !right.exists(one => one.state == states(end - one.decision.events.size)) then
      val before = end - right.head.decision.events.size
      fail(
        Violation.NotTheFold,
        s"$operation was decided on the state ${right.head.state}; the fold of the $before events before it is " +
          s"${states(before)}"
      )
    Placed(operation, end, right.map(_.decision.events.size).distinct.sorted)

  /** Whether a decision is that on the fold of the log, and its events are the last ones up to `end`. */
  private def follows(command: Any, made: Decisions.Made[E, S], end: Int): Boolean =
    val events = made.decision.events
    val before = end - events.size
    before >= 0 && records.slice(before, end).map(_.value) == events &&
    decideAgain(command, states(before), made.at).contains(made.decision)

  private def decideAgain(command: Any, state: S, at: At): Option[Decision[E, Any]] =
    Try(entity.decide(state, command.asInstanceOf[C[Any]])(using at)).toOption

  private def requirePure(operation: Operation, made: Vector[Decisions.Made[E, S]]): Unit =
    made
      .find(one => !decideAgain(operation.command, one.state, one.at).contains(one.decision))
      .foreach: one =>
        val again = decideAgain(operation.command, one.state, one.at).fold("an exception")(_.toString)
        fail(
          Violation.Impure,
          s"decide gives ${one.decision} for $operation on the state ${one.state}, and $again when it is repeated: use " +
            "`at` for time, identities and random numbers"
        )

  private def refute(operation: Operation, made: Vector[Decisions.Made[E, S]], end: Int): Nothing =
    val answer = operation.answer.get
    made
      .filter(_.decision.reply == answer.value)
      .find(one => !states.contains(one.state))
      .foreach: one =>
        fail(
          Violation.NotTheFold,
          s"$operation was decided on the state ${one.state}, which is no fold of the events of $name: the states are " +
            states.mkString(", ")
        )
    fail(
      Violation.NotFromLog,
      s"$operation has the reply ${answer.value} at ${answer.offset.sequence}. The state there is ${states(end)}, " +
        s"and the events are ${records.take(end).map(_.value).mkString(", ")}: decide says something else"
    )

  // ---- Whose events they are ----------------------------------------------------------------------------------------

  private def claim(placed: Placed): Unit =
    val operation = placed.operation
    val length    = placed.lengths.find(isFree(placed.end, _)).getOrElse(placed.lengths.head)
    placed.length = length
    own(placed.end - length, placed.end, operation.toString)
    checkTags(placed.end - length, placed.end, operation)
    if length > 0 && offsets(placed.end - length) <= operation.durableBefore then
      fail(
        Violation.NotFromLog,
        s"$operation has the reply ${operation.answer.get.value}, which follows from the event at " +
          s"${offsets(placed.end - length)}. That was durable before the command was sent"
      )

  /** The events of a decision have the tags of all of them. */
  private def checkTags(from: Int, until: Int, operation: Operation): Unit =
    val own  = records.slice(from, until)
    val tags = own.flatMap(record => entity.tags(record.value)).toSet
    own
      .find(_.tags != tags)
      .foreach: record =>
        fail(
          Violation.NotFromLog,
          s"the event ${record.value} of $operation has the tags ${record.tags.mkString(", ")} in the log. Its " +
            s"decision has the tags ${tags.mkString(", ")}"
        )

  private def isFree(end: Int, length: Int): Boolean = (end - length until end).forall(owner(_) == null)

  private def own(from: Int, until: Int, by: String): Unit =
    if from < 0 || until > records.size then
      fail(Violation.Lost, s"the events ${from + 1} to $until of $name are lost, which $by has appended: $explained")
    for at <- from until until do
      val other = owner(at)
      if other != null then
        fail(Violation.NotFromLog, s"event ${at + 1} of $name, ${records(at).value}, is claimed by $other and by $by")
      owner(at) = by

  /** Whether commands explain the events from a place on that nothing has explained yet, each at most once. */
  private def explain(at: Int, left: Vector[Operation], placed: Vector[Placed]): Boolean =
    if at == records.size then true
    else if owner(at) != null then explain(at + 1, left, placed)
    else
      left.exists: operation =>
        part.decisions
          .of(operation.command)
          .exists: made =>
            val end = at + made.decision.events.size
            end > at && end <= records.size && isFree(end, end - at) && mayBeAt(operation, at, placed) &&
            follows(operation.command, made, end) && {
              val own = placed.find(_.operation eq operation)
              own.forall(_.end == end) && {
                for place <- at until end do owner(place) = operation.toString
                val rest = explain(end, left.filterNot(_ eq operation), placed)
                if rest then own.foreach(_.length = end - at) else for place <- at until end do owner(place) = null
                rest
              }
            }

  /** Whether the events of a command may begin at a place: after all that was there or replied to when it was sent. */
  private def mayBeAt(operation: Operation, at: Int, placed: Vector[Placed]): Boolean =
    offsets(at) > operation.durableBefore && earlier(operation, placed).forall(_.end <= at)

  // ---- In which order they are --------------------------------------------------------------------------------------

  /** Those that had their replies before a command was sent. */
  private def earlier(operation: Operation, placed: Vector[Placed]): Vector[Placed] =
    placed.filter(other => other.operation.ended >= 0 && other.operation.ended < operation.began)

  /** A command sees everything that was replied to before it was sent. */
  private def checkOrder(placed: Vector[Placed]): Unit =
    placed.foreach: one =>
      earlier(one.operation, placed)
        .filter(_.end > one.end - one.length)
        .foreach: other =>
          fail(
            Violation.NotLinearizable,
            s"${one.operation} was decided after ${one.end - one.length} events. Before it was sent, " +
              s"${other.operation} had a reply that follows from ${other.end}"
          )

private[testkit] object StreamCheck:
  /** The place of a command in a stream.
    *
    * @param end
    *   number of events that its reply follows from
    * @param lengths
    *   how many of them may be its own
    */
  private final class Placed(val operation: Operation, val end: Int, val lengths: Vector[Int]):
    /** How many are its own. */
    var length: Int = 0

    /** Whether its events may be those of another command, which it has only seen. */
    def isOptional: Boolean = lengths.contains(0)

  def of[C[+_], E, S](
      part: RunPart[C, E, S],
      log: EventLog,
      id: String,
      operations: Vector[Operation],
      foreign: Vector[SimulatedRun.Foreign]
  ): StreamCheck[C, E, S] = StreamCheck(part, id, recordsOf(part, log, id), operations, foreign)

  /** The events of an entity. */
  def recordsOf[C[+_], E, S](part: RunPart[C, E, S], log: EventLog, id: String): Vector[Record[E]] =
    implicit val events: Codec[E] = part.entity.eventCodec
    log.read[E](part.entity.stream(id)).toVector match
      case Right(records) => records
      case Left(error)    => throw SimulationProblem(Violation.Lost, s"the events of ${part.entity.name} '$id': $error")

  /** The states before the first event and after each. */
  def statesOf[C[+_], E, S](part: RunPart[C, E, S], id: String, records: Vector[Record[E]]): Vector[S] =
    val entity         = part.entity
    def fold()         = records.scanLeft(entity.initial)((state, record) => entity.evolve(state, record.value))
    val (first, again) =
      try (fold(), fold())
      catch
        case NonFatal(failed) =>
          throw SimulationProblem(Violation.Failed, s"evolve fails with an event of ${part.entity.name} '$id': $failed")
    if first != again then
      throw SimulationProblem(
        Violation.Impure,
        s"evolve gives two results for the events of ${part.entity.name} '$id': ${first.last}, ${again.last}"
      )
    first

  /** Appends what an entity decides on a random command. Returns the version before, and how many events it were. */
  def append[C[+_], E, S](
      part: RunPart[C, E, S],
      log: EventLog,
      id: String,
      random: SplittableRandom,
      at: At
  ): Option[(Int, Int)] =
    val records = recordsOf(part, log, id)
    val state   = statesOf(part, id, records).last
    val events  = Try(part.entity.decide(state, part.part.command(random))(using at).events).getOrElse(Vector.empty)
    if events.isEmpty then None
    else
      val stream = part.entity.stream(id)
      val tags   = events.flatMap(part.entity.tags).toSet
      val codec  = part.entity.eventCodec
      val append = EncodedAppend(Seq(StreamAppend(stream, ExpectedVersion(records.size), events, tags)(using codec)))
      Option.when(Handover.append(log, append).error == null)(records.size -> events.size)

  private def fail(violation: Violation, message: String): Nothing = throw SimulationProblem(violation, message)
