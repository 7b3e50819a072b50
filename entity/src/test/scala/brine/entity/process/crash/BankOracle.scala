package brine.entity.process.crash

import brine.actor.ActorSystem
import brine.entity.Entities
import brine.entity.process.search.TransferOracle
import brine.entity.process.{Instants, Purse, PurseEvent, Purses, Request, StepCause, TimerChange}
import brine.entity.projection.{Line, Moves}
import brine.journal.{EventLog, Query, Record}
import java.time.Instant
import scala.collection.mutable

/** Compares what programs have said, and what they have left behind, with the records of the log. */
private[crash] final class BankOracle(log: EventLog):
  import TransferOracle.demand

  private val requests = TransferOracle.all[Request](log, Query.category("request"))
  private val events   = TransferOracle.all[PurseEvent](log, Bank.purseQuery)
  private val steps    = TransferOracle.all[TransferOracle.Done](log, Query.category("transfer"))

  /** Each purse after each of its events; the first is what it is without any. */
  private lazy val lines: Map[String, Vector[Line]] = events
    .groupBy(_.stream)
    .map((stream, ofStream) =>
      stream -> ofStream.scanLeft(Moves.none)((line, one) => line.after(Bank.moveOf(one).value.number))
    )

  /** What was acknowledged is there, once, where the reply says. What was sent at all is there at most once. */
  def checkReplies(replies: BankReplies): Unit =
    checkOnce(
      "asked",
      replies.asked,
      requests.collect { case Record(offset, _, _, _, _, _, one: Request.Asked) => one -> offset.sequence },
      Bank.asking
    )
    checkOnce(
      "confirmed",
      replies.confirmed,
      requests.collect { case Record(offset, _, _, _, _, _, one: Request.Confirmed) => one -> offset.sequence },
      number => Request.Confirmed(Bank.asking(number).id)
    )
    checkOnce(
      "filled",
      replies.filled,
      events.collect:
        case Record(offset, stream, _, _, _, _, PurseEvent.Moved(purpose, cents)) if purpose.startsWith("fill") =>
          (stream, purpose, cents) -> offset.sequence
      ,
      number => (s"purse-${Bank.purseOf(number)}", Bank.fillingPurpose(number), Bank.filled(number))
    )
    replies.viewed.foreach: viewed =>
      val known   = lines.getOrElse(s"purse-${viewed.purse}", Vector(Moves.none))
      val version =
        events.iterator.takeWhile(_.offset.sequence <= viewed.offset).count(_.stream == s"purse-${viewed.purse}")
      demand(known.lift(viewed.line.count.toInt).contains(viewed.line), s"$viewed is no fold of the purse's events")
      demand(viewed.line.count >= version, s"$viewed does not show the $version events up to its offset")

  private def checkOnce[A](what: String, said: Iterable[(Long, Long)], stored: Vector[(A, Long)], of: Long => A): Unit =
    val offsets = mutable.HashMap.empty[A, Long]
    stored.foreach: (value, offset) =>
      offsets.put(value, offset).foreach(first => demand(false, s"$what: $value is there twice, at $first and $offset"))
    said.foreach: (number, offset) =>
      val is = offsets.get(of(number))
      demand(is.contains(offset), s"$what $number was acknowledged at $offset: ${of(number)} is at $is")

  /** No timer has fired before its time by the clock of the journal, which is that of the process. */
  def checkTimers(): Unit =
    val set = mutable.HashMap.empty[String, Instant]
    steps.foreach: step =>
      step.value.timers.foreach:
        case TimerChange.Set(_, _, micros) => set(step.stream) = Instants.of(micros)
        case TimerChange.Fired(_)          =>
          // One of them may have cut off a part of a millisecond.
          demand(
            !step.at.plusMillis(1).isBefore(set(step.stream)),
            s"a timer has fired before ${set(step.stream)}: $step"
          )
        case TimerChange.Cancelled(_) => ()

  /** The rows of a view are the fold of the events up to its position. */
  def checkTable(rows: Map[String, Line], position: Long): Unit =
    demand(rows == fold(position), s"the table at $position has $rows and not ${fold(position)}")

  /** The view in memory is the fold of all events. */
  def checkView(view: Map[String, Line]): Unit =
    demand(view == fold(Long.MaxValue), s"the view has $view and not ${fold(Long.MaxValue)}")

  private def fold(position: Long): Map[String, Line] =
    Moves.fold(events.takeWhile(_.offset.sequence <= position).map(Bank.moveOf))

  /** Every event has had its effect. */
  def checkEffects(executed: collection.Set[Long]): Unit =
    val missing = events.map(_.offset.sequence).filterNot(executed)
    demand(missing.isEmpty, s"without effect are $missing")

  /** Nothing is under way any more: the money is where the events say, and all that was filled is there. */
  def checkMoney(): Unit =
    val filled = events.map(_.value).collect { case PurseEvent.Moved(of, cents) if of.startsWith("fill") => cents }.sum
    val system = ActorSystem()
    try
      val purses   = Entities.open(log, system)(Purses)
      val balances = (0 until Bank.PurseCount).map(purse => purses(Bank.purse(purse)).ask(Purse.Balance))
      purses.close()
      demand(balances.forall(_ >= 0), s"a purse has less than nothing: $balances")
      demand(balances.sum == filled, s"the purses have ${balances.sum} together, and were filled with $filled")
    finally system.shutdown(): Unit

  /** What has happened, so that a run in which nothing happens is noticed. */
  def counts: Map[String, Int] =
    val timers = steps.flatMap(_.value.timers)
    Map(
      "transfers"        -> steps.map(_.stream).distinct.size,
      "moves"            -> events.size,
      "timers fired"     -> timers.count { case TimerChange.Fired(_) => true; case _ => false },
      "timers cancelled" -> timers.count { case TimerChange.Cancelled(_) => true; case _ => false },
      "replies"          -> steps.count(_.value.cause match { case StepCause.Reply(_) => true; case _ => false })
    )

/** What programs have said. */
private[crash] final class BankReplies:
  /** Offsets, by number. */
  val asked, confirmed, filled: mutable.HashMap[Long, Long] = mutable.HashMap.empty
  val viewed: mutable.ArrayBuffer[BankReplies.Viewed]       = mutable.ArrayBuffer.empty

private[crash] object BankReplies:
  /** What a view has shown of a purse, after a wait for an offset. */
  final case class Viewed(purse: String, line: Line, offset: Long)
