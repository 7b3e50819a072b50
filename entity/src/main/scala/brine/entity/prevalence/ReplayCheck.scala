package brine.entity.prevalence

import brine.codec.EncodeError
import brine.entity.internal.{FailureText, ValueDifference}
import brine.entity.prevalence.internal.{InPlace, Replay, ReplyMark, TransactionRecord}
import brine.journal.{EventLog, Offset, Record}
import java.time.Instant
import java.util.Objects
import scala.annotation.tailrec

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

  /** Repeats all transactions, up to the first that differs, in the calling thread. Takes the time that executing them
    * takes, and reads each saved state.
    *
    * @throws PrevalenceException
    *   if the log cannot be read, or there is no initial state
    * @throws java.io.IOException
    *   if the saved states cannot be listed
    */
  def run(log: EventLog): ReplayReport =
    Objects.requireNonNull(log, "log"): Unit
    repeat(log, replay.initial(log))

  @tailrec private def repeat(log: EventLog, start: Root[S]): ReplayReport =
    val run     = Run(log, start)
    val deleted = replay.forwards(log, start.version): record =>
      run.repeat(record)
      run.report.difference.isEmpty
    deleted match
      case None          => run.report
      case Some(version) => repeat(log, replay.initial(version))

  private type Stored = Record[TransactionRecord[T[Any]]]

  /** One run over a log. */
  private final class Run(log: EventLog, start: Root[S]):
    private val saves = log.snapshots.offsets(system.name).sortBy(_.sequence).iterator.buffered
    private var root  = start
    var report        = ReplayReport(0, 0, 0, None)

    def repeat(record: Stored): Unit =
      try
        val (next, reply) = replay.after(root, record)
        root = next
        report = report.copy(transactions = report.transactions + 1)
        compareReply(record, reply)
        compareState(record)
      catch
        case failed: PrevalenceException =>
          failed.error match
            case PrevalenceError.Unreplayable(_, _, _, cause) =>
              differs(record, s"it fails now with ${FailureText.of(cause)}")
            case _ => throw failed
        case failed: EncodeError => differs(record, s"its reply cannot be encoded now: ${FailureText.message(failed)}")

    private def compareReply(record: Stored, reply: Any): Unit =
      val stored = record.value
      val codec  = system.transactions.replyTo(stored.transaction)
      val mark   = ReplyMark.of(reply)(using codec)
      if !ReplyMark.haveSameType(mark, stored.reply) then report = report.copy(otherReplies = report.otherReplies + 1)
      else if mark != stored.reply then
        differs(record, s"its reply is now ${ValueDifference.text(reply)(using codec)}, which is not the one of then")

    /** Compares the state with the one that was saved after the same transaction, if there is one. */
    private def compareState(record: Stored): Unit =
      while saves.headOption.exists(_.sequence < root.offset.sequence) do saves.next(): Unit
      if saves.headOption.contains(root.offset) then
        replay
          .saved(log, root.offset)
          .filter(_.offset == root.offset)
          .foreach: saved =>
            report = report.copy(states = report.states + 1)
            ValueDifference
              .between(saved.state, root.state)(using system.stateCodec)
              .foreach: places =>
                differs(
                  record,
                  "the state after it is not the one that was saved then, although all replies before are alike" +
                    places
                )

    // The reply says more than the state.
    private def differs(record: Stored, how: String): Unit =
      if report.difference.isEmpty then
        val name  = replay.nameOf(record.value.transaction)
        val found = ReplayDifference(record.version, record.offset, record.at, name, how)
        report = report.copy(difference = Some(found))

object ReplayCheck:
  /** The check of a system. */
  def apply[T[+_], S](system: PrevalentSystem[T, S]): ReplayCheck[T, S] =
    Objects.requireNonNull(system, "system"): Unit
    new ReplayCheck(system)

  /** The check of a system that changes its state in place. */
  def apply[T[+_], S](system: MutableSystem[T, S]): ReplayCheck[T, S] =
    Objects.requireNonNull(system, "system"): Unit
    new ReplayCheck(InPlace(system))

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
