package brine.entity.prevalence.damage

import brine.entity.prevalence.{Bank, BankSystem, BankTransaction, Prevalence, PrevalenceSettings, Root}
import brine.journal.testkit.FaultStorage
import brine.journal.{Journal, JournalSettings}
import java.nio.file.Path
import java.util.SplittableRandom

/** A disk with the folder of a bank that was used, and what its states were.
  *
  * @param disk
  *   the disk; nobody has it open
  * @param roots
  *   the state after each transaction, the initial one first
  * @param mayLose
  *   number of the last transactions for which nothing vouches but their own frame: damage there looks like a write
  *   that a power cut has ended, as `docs/durability.md` says
  */
final class RestingBank(val name: String, val disk: FaultStorage, val roots: Vector[Root[Bank]], val mayLose: Int)

object RestingBank:
  val folder: Path = Path.of("/bank")

  /** Small segments, so that there is more than one file of each kind. */
  val settings: JournalSettings = JournalSettings(segmentSize = 1 << 16, firstSegmentSize = 1 << 16)

  val never: PrevalenceSettings = PrevalenceSettings(saveEvery = 0)

  // Enough for three segments and part of a fourth.
  private val Transactions = 2_400

  /** A bank that was closed, and one that was killed right after the reply to its last transaction. */
  def all(seed: Long): Vector[RestingBank] =
    val disk    = FaultStorage(seed)
    val journal = Journal.open(folder, settings, disk)
    val bank    = Prevalence.over(journal, never)(BankSystem())
    val roots   = work(bank, SplittableRandom(seed))
    val atOnce  = RestingBank("killed after the last reply", disk.processKill(), roots, mayLose = 1)
    bank.close()
    journal.close()
    Vector(RestingBank("closed", disk.processKill(), roots, mayLose = 0), atOnce)

  private def work(bank: Prevalence[BankTransaction, Bank], random: SplittableRandom): Vector[Root[Bank]] =
    import BankTransaction.*
    val owners = Vector.tabulate(12)(number => s"owner-$number")
    val roots  = Vector.newBuilder[Root[Bank]]
    roots += bank.root
    for owner <- owners do
      bank.execute(Open(owner)): Unit
      roots += bank.root
    def any = owners(random.nextInt(owners.size))
    while bank.root.version < Transactions do
      val before = bank.root.version
      random.nextInt(3) match
        case 0 => bank.execute(Deposit(any, random.nextInt(1_000_000))): Unit
        case 1 => bank.execute(Transfer(any, any, random.nextInt(1_000))): Unit
        case _ => bank.execute(Draw(owners)): Unit
      if bank.root.version > before then roots += bank.root
      if bank.root.version > before && (bank.root.version == 900 || bank.root.version == 2_000) then
        bank.save().fold(error => throw AssertionError(error.message), identity): Unit
    roots.result()
