package brine.entity.process.crash

import brine.actor.{ActorSystem, Backoff}
import brine.entity.Entities
import brine.entity.effect.crash.ReceiverFile
import brine.entity.effect.{Effects, EffectsSettings}
import brine.entity.process.search.TransferOracle
import brine.entity.process.search.TransferOracle.demand
import brine.entity.process.{Processes, Purses, RunningProcess, Transfers}
import brine.entity.projection.{Line, Moves, SqlProjection, TestDatabase}
import brine.journal.Journal
import java.io.{BufferedReader, InputStreamReader}
import java.nio.file.{Files, Path}
import java.util.SplittableRandom
import java.util.concurrent.TimeUnit
import scala.collection.mutable
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Kills programs of a bank, as `kill -9` does, at random moments, in rounds on one journal, one database and one
  * receiver of effects. What a program has left without a reply, and some of the rest, the next one sends again. After
  * each round, and when all has come to an end, what is stored must be what [[BankOracle]] demands.
  */
private[crash] final class BankRounds(folder: Path, seed: Long):
  import BankRounds.*

  private val random   = SplittableRandom(seed)
  private val journal  = folder.resolve("journal")
  private val receiver = folder.resolve("receiver")
  private val sent     = mutable.LinkedHashSet.empty[Long]
  private val replies  = BankReplies()
  private var resent   = 0
  private var viewed   = 0

  /** Runs the rounds. Returns what has happened, by name.
    *
    * @throws AssertionError
    *   that says what is wrong, and in which round
    */
  def run(rounds: Int): Map[String, Int] =
    val database = TestDatabase.Sqlite(Files.createDirectories(folder.resolve("database")))
    database(Moves.createTable(_))
    for round <- 1 to rounds do
      try
        live(round, database.url)
        check(database)
      catch
        case wrong: AssertionError => throw AssertionError(s"round $round of seed $seed: ${wrong.getMessage}", wrong)
    try finish(database)
    catch case wrong: AssertionError => throw AssertionError(s"the end of seed $seed: ${wrong.getMessage}", wrong)

  private def live(round: Int, url: String): Unit =
    val again   = sent.filter(number => !isDone(number) || random.nextInt(20) == 0).toVector.takeRight(MostAgain)
    val killAt  = if random.nextInt(8) == 0 then Int.MaxValue else random.nextInt(MostReplies)
    val millis  = if killAt == Int.MaxValue then random.nextInt(1500) else LongestLife
    val program = start(round, url, again)
    val guard   = Thread.startVirtualThread: () =>
      if !program.waitFor(millis, TimeUnit.MILLISECONDS) then program.toHandle.destroyForcibly(): Unit
    var count = 0
    try
      Using.resource(BufferedReader(InputStreamReader(program.getInputStream))): lines =>
        var line = lines.readLine()
        while line != null do
          if line.endsWith(";") && hear(line.dropRight(1).split(' ')) then count += 1
          if count >= killAt then program.toHandle.destroyForcibly(): Unit
          line = lines.readLine()
    finally
      program.toHandle.destroyForcibly(): Unit
      program.waitFor(): Unit
      guard.join()
    demand(killAt == Int.MaxValue || count >= killAt, s"the program had $count replies in two minutes, not $killAt")
    // 137: killed. No program ends by itself.
    demand(program.exitValue == 137, s"the program ended with code ${program.exitValue}")

  private def isDone(number: Long): Boolean =
    if !Bank.isTransfer(number) then replies.filled.contains(number)
    else replies.asked.contains(number) && (!Bank.isConfirmed(number) || replies.confirmed.contains(number))

  private def start(round: Int, url: String, again: Vector[Long]): Process =
    val java    = Path.of(sys.props("java.home"), "bin", "java").toString
    val options = List("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", sys.props("java.class.path"))
    val own     = List(s"${random.nextLong()}", s"${round * 1_000_000L}", again.mkString(","))
    val places  = List("brine.entity.process.crash.BankProcess", journal.toString, url, receiver.toString)
    // What fails on purpose is in its log.
    ProcessBuilder((java :: options ::: places ::: own).asJava)
      .redirectError(ProcessBuilder.Redirect.DISCARD)
      .start()

  /** Notes a line of a program. Returns whether it is a reply. */
  private def hear(words: Array[String]): Boolean = words match
    case Array("running")      => false
    case Array("sent", number) =>
      if !sent.add(number.toLong) then resent += 1
      false
    case Array("asked", number, offset)                => note(replies.asked, number, offset)
    case Array("confirmed", number, offset)            => note(replies.confirmed, number, offset)
    case Array("filled", number, offset)               => note(replies.filled, number, offset)
    case Array("viewed", purse, count, digest, offset) =>
      replies.viewed += BankReplies.Viewed(purse, Line(count.toLong, digest.toLong), offset.toLong)
      viewed += 1
      true
    case other => throw AssertionError(other.mkString(" "))

  private def note(all: mutable.HashMap[Long, Long], number: String, offset: String): Boolean =
    all
      .put(number.toLong, offset.toLong)
      .foreach(first => demand(first == offset.toLong, s"$number had the reply $first, and now $offset"))
    true

  /** What must hold at any moment. */
  private def check(database: TestDatabase): Unit =
    val position = SqlProjection.versions(database.connect, Bank.table.name).headOption.fold(0L)(_.position.sequence)
    ReceiverFile.executed(receiver): Unit
    Using.resource(Journal.open(journal, Bank.settings)): log =>
      TransferOracle.checkNow(log)
      val oracle = BankOracle(log)
      oracle.checkReplies(replies)
      oracle.checkTimers()
      oracle.checkTable(database(Moves.lines(_)), position)
    replies.viewed.clear()

  /** Lets all come to an end, and checks what must hold then. */
  private def finish(database: TestDatabase): Map[String, Int] =
    Using.resource(Journal.open(journal, Bank.settings)): log =>
      finishTransfers(log)
      TransferOracle.checkEnd(log)
      val oracle = BankOracle(log)
      oracle.checkReplies(replies)
      oracle.checkTimers()
      oracle.checkMoney()
      finishViews(log, database, oracle)
      oracle.checkEffects(finishEffects(log))
      oracle.counts + ("acknowledged" -> (replies.asked.size + replies.confirmed.size + replies.filled.size)) +
        ("sent again"                 -> resent) + ("views" -> viewed)

  private def finishTransfers(log: Journal): Unit =
    val system = ActorSystem()
    try
      val purses    = Entities.open(log, system)(Purses)
      val transfers = Processes.start(log, system, Bank.Transferring)(Transfers.send(purses))
      val until     = System.nanoTime + 5.minutes.toNanos
      while !isQuiet(transfers) do
        demand(System.nanoTime < until, s"it does not come to an end: ${transfers.status}, ${transfers.setAside}")
        Thread.sleep(2)
      transfers.close()
      demand(transfers.setAside.isEmpty, s"set aside: ${transfers.setAside}")
      purses.close()
    finally system.shutdown(): Unit

  private def isQuiet(transfers: RunningProcess): Boolean =
    def isIdle =
      val status = transfers.status
      demand(status.end.isEmpty, s"it has ended: $status")
      status.timersKnown && status.lag == 0 && status.pending == 0 && status.openTimers == 0
    isIdle && {
      // A timer that was due may be an input a moment later.
      Thread.sleep(100)
      isIdle
    }

  private def finishViews(log: Journal, database: TestDatabase, oracle: BankOracle): Unit =
    val view = Bank.startView(log, saveEvery = 1000)
    try oracle.checkView(view.at(log.durable, 5.minutes)(identity))
    finally view.close()
    val table = SqlProjection.start(log, Bank.table, () => database.connect())(Bank.store(_, _))
    try table.await(log.durable, 5.minutes)
    finally table.close()
    oracle.checkTable(database(Moves.lines(_)), Long.MaxValue)

  /** Returns the offsets of the events whose effects were executed. */
  private def finishEffects(log: Journal): collection.Set[Long] =
    val writer = ReceiverFile.Writer(receiver)
    val quick  = EffectsSettings(backoff = Backoff(1.milli, 3.millis))
    val moves  = Effects.start(log, Bank.effects(writer.write(_, _)), quick)
    try moves.await(log.durable, 5.minutes)
    finally moves.close()
    demand(moves.setAside.isEmpty, s"set aside: ${moves.setAside}")
    ReceiverFile.executed(receiver).keySet

private object BankRounds:
  private val MostReplies = 1200
  private val MostAgain   = 500
  private val LongestLife = 120_000
