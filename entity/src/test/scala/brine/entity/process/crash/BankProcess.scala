package brine.entity.process.crash

import brine.actor.{ActorSystem, Backoff}
import brine.entity.effect.crash.ReceiverFile
import brine.entity.effect.{Effects, EffectsSettings, RunningEffects}
import brine.entity.process.*
import brine.entity.projection.*
import brine.entity.{Entities, EntitySettings}
import brine.journal.*
import java.nio.file.Path
import java.sql.DriverManager
import java.time.Duration
import java.util.SplittableRandom
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicLong
import scala.concurrent.duration.*
import scala.util.control.NonFatal

/** The program that [[BankRounds]] kills: purses, transfers between them by a process, two views, and effects, over one
  * journal. Its customers fill purses, freeze them, and ask for transfers until it is killed. They also send again what
  * an earlier program has left without a reply. Process, view and effects are closed and started again now and then.
  *
  * It prints a line before it sends something, and one for each reply. Each ends with a semicolon, because the last one
  * may be cut. Arguments: folder of the journal, URL of the database, file of the receiver, seed, first number, and the
  * numbers to send again, joined by commas.
  */
object BankProcess:
  def main(arguments: Array[String]): Unit =
    val Array(folder, url, receiver, seed, first, again) = arguments
    val random                                           = SplittableRandom(seed.toLong)
    val left                                             = ConcurrentLinkedQueue[java.lang.Long]()
    again.split(',').filter(_.nonEmpty).foreach(number => left.add(number.toLong))
    val log  = Journal.open(Path.of(folder), Bank.settings)
    val bank = BankProcess(log, url, Path.of(receiver), random.split(), left, AtomicLong(first.toLong))
    try
      val customers = Vector.fill(1 + random.nextInt(12)):
        val own = random.split()
        Thread.ofVirtual.start(() => bank.orFail(bank.live(own)))
      bank.print("running")
      bank.orFail(bank.restart())
      customers.foreach(_.join())
    catch case NonFatal(failed) => bank.print(s"failed $failed")

private final class BankProcess(
    log: Journal,
    url: String,
    file: Path,
    random: SplittableRandom,
    left: ConcurrentLinkedQueue[java.lang.Long],
    next: AtomicLong
):
  private val chance   = java.util.Random(random.nextLong()) // of many threads
  private val system   = ActorSystem()
  private val receiver = ReceiverFile.Writer(file)
  private val settings = EntitySettings.defaults.withMaxInMemory(3).withAuditOneIn(2)
  private val purses   = Entities.open(log, system, settings)(Purses)
  private val view     = Bank.startView(log, saveEvery = 1 + random.nextInt(300))

  private val backoff         = Backoff(1.milli, 3.millis)
  private val processSettings = ProcessSettings(
    parallel = 1 + random.nextInt(16),
    attempts = Int.MaxValue,
    backoff = backoff,
    maxPending = 1 + random.nextInt(200),
    saveEvery = Duration.ofMillis(random.nextInt(3) * 20),
    maxInMemory = 1 + random.nextInt(50)
  )
  private val effectsSettings = EffectsSettings(
    parallel = 1 + random.nextInt(8),
    attempts = Int.MaxValue,
    backoff = backoff,
    maxPending = 1 + random.nextInt(200),
    saveEvery = Duration.ofMillis(random.nextInt(3) * 20)
  )
  private val tableSettings = ProjectionSettings.defaults.withBatchSize(1 + random.nextInt(50))

  private def startTransfers(): RunningProcess =
    val sends = Transfers.send(purses)
    Processes.start(log, system, Bank.Transferring, processSettings): (step, key) =>
      chance.nextInt(40) match
        case 0 => throw IllegalStateException("not sent")
        case 1 =>
          sends(step, key): Unit
          throw IllegalStateException("the reply is lost")
        case _ => sends(step, key)

  private def startEffects(): RunningEffects =
    val effects = Bank.effects: (record, key) =>
      val way = chance.nextInt(40)
      if way == 0 then throw IllegalStateException("before")
      receiver.write(record, key)
      if way == 1 then throw IllegalStateException("after")
    Effects.start(log, effects, effectsSettings)

  private def startTable(): SqlProjection =
    SqlProjection.start(log, Bank.table, () => DriverManager.getConnection(url), tableSettings)(Bank.store(_, _))

  /** Closes and starts what runs, for ever. */
  def restart(): Unit =
    var transfers = startTransfers()
    var effects   = startEffects()
    var table     = startTable()
    while true do
      Thread.sleep(20 + random.nextInt(300))
      List(transfers.status.end, effects.status.end, table.status.end, view.status.end).flatten
        .foreach(error => throw AssertionError(s"ended: $error"))
      random.nextInt(5) match
        case 0 =>
          transfers.close()
          transfers = startTransfers()
        case 1 =>
          // The new one continues where the old one is fenced.
          val old = transfers
          transfers = startTransfers()
          old.close()
        case 2 =>
          effects.close()
          effects = startEffects()
        case 3 =>
          table.close()
          table = startTable()
        case _ => ()

  /** Is a customer, for ever. */
  def live(own: SplittableRandom): Unit =
    while true do
      if own.nextInt(12) == 0 then
        purses(Bank.purse(own.nextInt(Bank.PurseCount))).ask(Purse.Freeze(own.nextInt(3) == 0))
      else
        val old    = if own.nextBoolean() then left.poll() else null
        val number = if old != null then old.longValue else next.incrementAndGet()
        print(s"sent $number")
        if Bank.isTransfer(number) then transfer(number, own) else fill(number, own)

  private def fill(number: Long, own: SplittableRandom): Unit =
    val purse  = Bank.purseOf(number)
    val answer = purses(purse).answer(Bank.filling(number), Some(Bank.key(number, "fill")))
    print(s"filled $number ${answer.offset.sequence}")
    if own.nextInt(3) == 0 then
      val line = view.at(answer.offset, 60.seconds)(_(s"purse-$purse"))
      print(s"viewed $purse ${line.count} ${line.digest} ${answer.offset.sequence}")

  private def transfer(number: Long, own: SplittableRandom): Unit =
    val asked = Bank.asking(number)
    print(s"asked $number ${append(number, "ask", asked)}")
    if Bank.isConfirmed(number) then
      Thread.sleep(own.nextLong(asked.patienceMillis + 20))
      print(s"confirmed $number ${append(number, "confirm", Request.Confirmed(asked.id))}")

  private def append(number: Long, what: String, request: Request): Long =
    val stream = s"request-${number % 3}"
    log.append(stream, ExpectedVersion.Any, Seq(request), Some(Bank.key(number, what))).await() match
      case Right(done)                           => done.first.sequence
      case Left(AppendError.Duplicate(original)) => original.first.sequence
      case Left(error)                           => throw AssertionError(error.message)

  /** Executes something, and says so if it fails: the rounds fail then. */
  def orFail(body: => Unit): Unit =
    try body
    catch case failed: Throwable => print(s"failed $failed at ${failed.getStackTrace.take(3).mkString(", ")}")

  def print(line: String): Unit = System.out.synchronized:
    System.out.print(s"${line.replace('\n', ' ')};\n")
    System.out.flush()
