package brine.entity.prevalence.damage

import brine.effort.Effort
import brine.entity.prevalence.*
import brine.journal.snapshot.SnapshotError
import brine.journal.testkit.FaultStorage
import brine.journal.{EventLog, Journal, OpenError, ReadError}
import java.nio.file.Path
import java.util.SplittableRandom
import munit.FunSuite
import scala.collection.mutable
import scala.concurrent.duration.*

/** A bit of a file of a prevalent system is flipped: an error names the file and the place, or every state is right.
  *
  * The places are spread over all files, in each of two ways that the system may have ended.
  */
class BitFlipSuite extends FunSuite:
  override def munitTimeout: Duration = 30.minutes

  test("each bit flip is named, or does no harm"):
    val seed     = 1L
    val banks    = RestingBank.all(seed)
    val outcomes = mutable.TreeMap.empty[(String, String, String), Int]
    for flip <- 0 until Effort.prevalenceFlips do
      val random = SplittableRandom(seed * 1_000_003 + flip)
      val bank   = banks(flip % banks.size)
      val files  = bank.disk.files
      val file   = files(flip / banks.size % files.size)
      val size   = bank.disk.bytes(file).length
      if size > 0 then
        val place   = BitFlipSuite.place(bank.disk.bytes(file), random)
        val bit     = random.nextInt(8)
        val damaged = bank.disk.processKill()
        damaged.flipBit(file, place, bit)
        val outcome =
          try Flip(bank, damaged, file, place).outcome()
          catch
            case error: Throwable =>
              throw AssertionError(
                s"${bank.name}, $file of $size bytes, bit $bit of byte $place: ${error.getMessage}",
                error
              )
        val key = (BitFlipSuite.kind(file), bank.name, outcome)
        outcomes(key) = outcomes.getOrElse(key, 0) + 1
    println(s"bits flipped in files of a prevalent system: ${outcomes.values.sum}")
    for ((kind, bank, outcome), count) <- outcomes do println(f"  $kind%-10s $bank%-28s $outcome%-24s $count%6d")
    // An empty file has no bit: the lock, or an index that a killed process was about to write.
    val kinds = banks.flatMap(bank => bank.disk.files.filter(bank.disk.bytes(_).nonEmpty).map(BitFlipSuite.kind)).toSet
    assertEquals(outcomes.keysIterator.map(_._1).toSet, kinds)

  /** One flipped bit. */
  private final class Flip(bank: RestingBank, disk: FaultStorage, file: Path, place: Long):
    /** What became of it. Throws if it is neither named nor harmless. */
    def outcome(): String =
      val opened = Journal.tryOpen(RestingBank.folder, RestingBank.settings, disk)
      opened match
        case Left(error)    => named(error)
        case Right(journal) =>
          val first =
            try both(savedStates(journal), states(journal))
            finally journal.close()
          if first == "harmless" then again() else first

    private def both(one: String, other: String) = if one == "harmless" then other else one

    /** Damage to a saved state costs time alone. But whoever asks is told. */
    private def savedStates(journal: EventLog): String =
      val found = journal.snapshots.offsets("bank").map(journal.snapshots.verify("bank", _)).collect {
        case Left(SnapshotError.Damaged(where, position, _)) if where == file.toString && position >= 0 => "skipped"
        case Left(other) => throw AssertionError(s"a saved state: ${other.message}")
      }
      if file.toString.endsWith(".snap") && found.isEmpty then throw AssertionError("no saved state is damaged")
      found.headOption.getOrElse("harmless")

    /** Every state that can be built is right, and so is each reply. */
    private def states(journal: EventLog): String =
      val kept =
        try
          val running = Prevalence.over(journal, RestingBank.never)(BankSystem())
          try
            val root = running.root
            if !bank.roots.takeRight(1 + bank.mayLose).contains(root) then
              throw AssertionError(s"another state: version ${root.version} of ${bank.roots.last.version}")
            earlier(running)
            root.version
          finally running.close()
        catch case failed: PrevalenceException => return named(failed)
      try
        val report = ReplayCheck(BankSystem()).run(journal)
        if report.difference.nonEmpty || report.transactions != kept then
          throw AssertionError(s"${report.transactions} of $kept transactions repeated: ${report.message}")
      catch case failed: PrevalenceException => return named(failed)
      if kept == bank.roots.last.version then "harmless" else "the last one dropped"

    private def earlier(running: Prevalence[BankTransaction, Bank]): Unit =
      for part <- 0 to 8 do
        val expected = bank.roots((bank.roots.size - 2) * part / 8)
        val found    = running.rootAt(expected.offset)
        if found != expected then throw AssertionError(s"another state at $expected: $found")

    /** What opening has written is right, too. */
    private def again(): String =
      Journal.tryOpen(RestingBank.folder, RestingBank.settings, disk) match
        case Left(error)    => throw AssertionError(s"it could be opened once: ${error.message}")
        case Right(journal) =>
          try
            val running = Prevalence.over(journal, RestingBank.never)(BankSystem())
            val before  = running.root.state
            running.execute(BankTransaction.Deposit("owner-1", 1)): Unit
            if running.root.state != before.plus("owner-1", 1) then throw AssertionError("a later transaction is wrong")
            running.close()
            states(journal, before.plus("owner-1", 1))
          finally journal.close()

    private def states(journal: EventLog, expected: Bank): String =
      val running = Prevalence.over(journal, RestingBank.never)(BankSystem())
      if running.root.state != expected then throw AssertionError("another state after a later transaction")
      running.close()
      "harmless"

    private def named(failed: PrevalenceException): String = failed.error match
      case PrevalenceError.Unavailable(_, error: ReadError) => named(error)
      case other                                            => throw AssertionError(other.message, failed)

    private def named(error: brine.journal.JournalError): String = error match
      case OpenError.Corrupt(where, position, _, _) => named(where, position, "refused to open", error.message)
      case ReadError.Corrupt(where, position, _)    => named(where, position, "refused to read", error.message)
      case other => throw AssertionError(s"named as something else: ${other.message}")

    private def named(where: Path, position: Long, how: String, message: String): String =
      if where != file then throw AssertionError(s"named in another file: $message")
      if position < 0 || position > place then throw AssertionError(s"named at another place than $place: $message")
      for part <- List(file.toString, s"byte $position") do
        if !message.contains(part) then throw AssertionError(s"without $part: $message")
      how

object BitFlipSuite:
  /** A place in a file: seven of eight times where something is. */
  private def place(bytes: Array[Byte], random: SplittableRandom): Long =
    val used = bytes.lastIndexWhere(_ != 0) + 1
    if used == 0 || random.nextInt(8) == 0 then random.nextInt(bytes.length).toLong else random.nextInt(used).toLong

  /** The kind of a file: its ending, or its name without digits. */
  private def kind(file: Path): String =
    val name = file.getFileName.toString
    if name.contains('.') then name.substring(name.lastIndexOf('.')) else name.filterNot(_.isDigit)
