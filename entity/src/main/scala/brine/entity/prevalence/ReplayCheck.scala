package brine.entity.prevalence

import brine.actor.internal.support.Described
import brine.entity.prevalence.internal.{Replay, ReplyMark}
import brine.journal.{EventLog, Offset}
import java.time.Instant

/** Repeats the transactions of a log with the code of today. Use it in a test, on a copy of a log of production: it
  * names the first transaction that does something else than when it was executed.
  *
  * {{{
  * val report = ReplayCheck(Bank).run(log)
  * assert(report.difference.isEmpty, report.message)
  * }}}
  *
  * It compares each reply by 16 bits that were stored with the transaction, so it misses one difference in 65,536. And
  * it compares saved states, if their types and [[PrevalentSystem.fold]] are those of today. Thread-safe.
  */
final class ReplayCheck[T[+_], S] private (system: PrevalentSystem[T, S]):
  private val replay = Replay(system)

  /** Repeats all transactions, up to the first that differs.
    *
    * @throws PrevalenceException
    *   if the log cannot be read, or there is no initial state
    */
  def run(log: EventLog): ReplayReport =
    val saves = log.snapshots.offsets(system.name).sorted(using Ordering.by[Offset, Long](_.sequence)).iterator.buffered
    var root  = replay.initial
    var report                               = ReplayReport(0, 0, 0, None)
    def see(problem: ReplayDifference): Unit =
      if report.difference.isEmpty then report = report.copy(difference = Some(problem))

    replay.forwards(log, 1): record =>
      val stored               = record.value
      val name                 = replay.nameOf(stored.transaction)
      def differs(how: String) = see(ReplayDifference(record.version, record.offset, record.at, name, how))
      try
        val (next, reply) = replay.after(root, record)
        root = next
        report = report.copy(transactions = report.transactions + 1)
        val mark = ReplyMark.of(reply)(using system.transactions.replyTo(stored.transaction))
        if !ReplyMark.haveSameType(mark, stored.reply) then report = report.copy(otherReplies = report.otherReplies + 1)
        else if mark != stored.reply then differs(s"its reply is now $reply, which is not the one of then")
        while saves.headOption.exists(_.sequence <= root.offset.sequence) do
          val offset = saves.next()
          if offset == root.offset then
            replay
              .saved(log, offset)
              .filter(_.offset == offset)
              .foreach: saved =>
                report = report.copy(states = report.states + 1)
                if saved.state != root.state then
                  differs(
                    "the state after it is not the one that was saved then, although all replies before are alike"
                  )
      catch
        case failed: PrevalenceException =>
          failed.error match
            case PrevalenceError.Unreplayable(_, _, _, cause) =>
              differs(s"it fails now with ${Described.failure(cause)}")
            case _ => throw failed
        case failed: brine.codec.EncodeError => differs(s"its reply cannot be encoded now: ${failed.getMessage}")
      report.difference.isEmpty
    report

object ReplayCheck:
  /** The check of a system. */
  def apply[T[+_], S](system: PrevalentSystem[T, S]): ReplayCheck[T, S] = new ReplayCheck(system)

/** What [[ReplayCheck]] found. Immutable.
  *
  * @param transactions
  *   number of transactions that were repeated
  * @param otherReplies
  *   number of those whose replies have another type than then, and so are not compared
  * @param states
  *   number of saved states that were compared
  * @param difference
  *   the first transaction that does something else than then
  */
final case class ReplayReport(
    transactions: Long,
    otherReplies: Long,
    states: Int,
    difference: Option[ReplayDifference]
):
  /** The report in a sentence. */
  def message: String = difference match
    case Some(found) => found.message
    case None        =>
      val others =
        if otherReplies == 0 then "" else s"; the replies of $otherReplies have another type and are not compared"
      s"$transactions transactions do what they did, and $states saved states are alike$others"

/** A transaction that does something else than when it was executed.
  *
  * @param version
  *   its number
  * @param offset
  *   its offset in the log
  * @param time
  *   when it was executed
  * @param transaction
  *   the name of its case
  * @param how
  *   what differs
  */
final case class ReplayDifference(version: Long, offset: Offset, time: Instant, transaction: String, how: String):
  /** The difference in a sentence. */
  def message: String = s"transaction $version, $transaction at offset ${offset.sequence} of $time: $how"
