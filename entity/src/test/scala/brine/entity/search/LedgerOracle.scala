package brine.entity.search

import brine.journal.{EventLogReader, JournalException, Record}

/** What must hold for every command of every client, given the log at the end.
  *
  *   - Each reply follows from the log: it is that of a prefix of the events, and names the offset of its last one.
  *   - Each command with a reply is in the log once, and none is there twice.
  *   - One order explains all replies: a command that began after another one had ended saw it.
  */
final class LedgerOracle(log: EventLogReader, seed: Long):
  import LedgerOracle.*

  private def check(holds: Boolean, problem: => String): Unit =
    if !holds then throw AssertionError(s"seed $seed: $problem")

  /** The ids in a ledger, beside the offsets of their events. */
  def stored(ledger: String): Vector[(Long, Long)] =
    log.read[LedgerEvent](s"ledger-$ledger").toVector match
      case Left(error)    => throw JournalException(error)
      case Right(records) =>
        records.map:
          case Record(offset, _, _, _, _, _, LedgerEvent.Added(id)) => id -> offset.sequence
          case other => throw AssertionError(s"seed $seed: the log has $other")

  /** @param ordered
    *   whether one order explains all replies, also of those that nothing was written for
    */
  def check(commands: Vector[LedgerCommand], ordered: Boolean = true): Unit =
    checkTags(commands)
    commands
      .groupBy(_.entity)
      .foreach: (ledger, all) =>
        val events = stored(ledger)
        val ids    = events.map(_._1)
        check(ids.distinct.size == ids.size, s"$ledger has an event twice: ${ids.diff(ids.distinct)}")
        all.foreach(checkOne(_, ids, events.map(_._2)))
        if ordered then checkOrder(all)

  /** The events of a decision have the tags of all of them. */
  private def checkTags(commands: Vector[LedgerCommand]): Unit =
    val fives  = commands.filter(_.ids.exists(_ % 5 == 0)).flatMap(one => one.ids.map(one.entity -> _)).toSet
    val all    = commands.map(_.entity).distinct.flatMap(ledger => stored(ledger).map((id, _) => ledger -> id))
    val tagged = log.readTagged[LedgerEvent]("five").toVector match
      case Left(error)    => throw JournalException(error)
      case Right(records) => records.map(record => record.stream.stripPrefix("ledger-") -> record.value)
    val expected = all.filter(fives).map((ledger, id) => ledger -> LedgerEvent.Added(id))
    check(tagged.toSet == expected.toSet && tagged.size == expected.size, s"tagged are $tagged, not $expected")

  private def checkOne(one: LedgerCommand, ids: Vector[Long], offsets: Vector[Long]): Unit =
    check(one.isOver, s"$one is not over")
    one.reply match
      case None       => check(one.isUnknown || one.ids.isEmpty, s"$one has no reply")
      case Some(seen) =>
        val prefix = ids.take(seen.size)
        check(prefix.size == seen.size && Seen.of(prefix) == seen, s"$one does not follow from the log: $ids")
        val offset = if seen.size == 0 then 0 else offsets(seen.size - 1)
        check(one.offset == offset, s"$one should have offset $offset")
        if one.wasThere then check(prefix.contains(one.ids.head), s"$one is not there: $prefix")
        else check(prefix.endsWith(one.ids), s"$one did not add it: $prefix")

  private def checkOrder(all: Vector[LedgerCommand]): Unit =
    val replied = all.filter(_.reply.isDefined)
    val ends    = replied.sortBy(_.ended)
    val begins  = replied.sortBy(_.began)
    var seen    = 0
    var at      = 0
    begins.foreach: one =>
      while at < ends.size && ends(at).ended < one.began do
        seen = math.max(seen, ends(at).reply.get.size)
        at += 1
      val least = if isQuery(one) then seen else seen + one.ids.size
      check(one.reply.get.size >= least, s"$one began when a list of $seen was known")

object LedgerOracle:
  private def isQuery(one: LedgerCommand): Boolean = one.wasThere || one.ids.isEmpty
