package brine.entity.process.search

import brine.entity.process.*
import brine.journal.{EventLog, Query}
import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*

/** Says what is wrong with counted events, by the records of the log and the keys of commands. */
private[search] object TallyOracle:
  import TransferOracle.{all, demand}

  /** What must hold at any time: no event was reacted to twice, and no command was sent with two keys. */
  def checkNow(log: EventLog, sent: ConcurrentHashMap[Long, Set[String]]): Unit =
    val reactions = causes(log)
    val twice     = reactions.diff(reactions.distinct)
    demand(twice.isEmpty, s"reactions to ${twice.distinct} are there twice: $twice")
    sent.asScala.foreach((number, keys) => demand(keys.size == 1, s"the command of $number was sent as $keys"))

  /** What must hold at the end: each event was reacted to, in its instance, and each command has its reply. */
  def checkEnd(log: EventLog, sent: ConcurrentHashMap[Long, Set[String]]): Unit =
    checkNow(log, sent)
    val events = all[Counted](log, Query.category("count"))
    val want   = events.map(event => (s"${Tally.Name}-${event.value.instance}", event.offset.sequence))
    val is     = causes(log)
    val lost   = want.diff(is)
    demand(lost.isEmpty, s"lost: $lost")
    demand(is.diff(want).isEmpty, s"of no event: ${is.diff(want)}")
    val unsent = events.map(_.value.number).filterNot(sent.containsKey)
    demand(unsent.isEmpty, s"commands that were not sent: $unsent")
    steps(log)
      .groupBy(_._1)
      .foreach: (stream, ofStream) =>
        val commands = ofStream.flatMap(_._2.commands).size
        val replies  = ofStream.map(_._2.cause).collect { case StepCause.Reply(number) => number }
        demand(replies == Vector.range(1L, commands + 1L), s"$stream has $commands commands and replies to $replies")

  /** The events that instances have reacted to, each with the stream of its instance. */
  private def causes(log: EventLog): Vector[(String, Long)] =
    steps(log).collect { case (stream, ProcessStep(StepCause.Event(offset, _), _, _, _, _, _, _)) => (stream, offset) }

  private def steps(log: EventLog): Vector[(String, Tally.Done)] =
    all[Tally.Done](log, Query.category(Tally.Name)).map(record => (record.stream, record.value))
