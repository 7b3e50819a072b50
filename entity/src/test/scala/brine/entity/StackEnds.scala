package brine.entity

import brine.actor.ActorSystem
import brine.entity.boundary.{Ask, Boundary, BoundaryException, BoundarySettings, Campus, CampusEvent}
import brine.entity.prevalence.{BankSystem, BankTransaction, Prevalence, PrevalenceException, PrevalenceSettings}
import brine.journal.{ExpectedVersion, Journal, Query}
import java.nio.file.Files
import java.time.Duration
import java.util.UUID
import java.util.concurrent.atomic.AtomicLong

/** The program of [[StackEndSuite]]. */
object StackEnds:
  private val limit = Duration.ofSeconds(60)

  // One permit each: what is lost is noticed at once.
  private val ofEntities = EntitySettings(timeout = Duration.ofSeconds(20), maxPendingCommands = 1)
  private val ofPairs    = EntitySettings(timeout = Duration.ofSeconds(20), maxPendingCommands = 2)
  private val ofSystem   = PrevalenceSettings(timeout = Duration.ofSeconds(20), maxPending = 1)

  val names: List[String] = List("ask", "key", "async", "query", "transaction", "refusal", "decision", "together")

  /** Calls itself until the stack ends, and makes the call at some of the last levels on the way back. */
  private final class Dive(pad: Int, call: () => Unit):
    private var left = 0

    def run(depth: Int): Unit =
      try run(depth + 1)
      catch case _: StackOverflowError => left = 300
      if left > 0 then
        left -= 1
        if (left + pad) % 7 == 0 then
          try call()
          catch
            case _: StackOverflowError => ()
            // The entity's own code had no room, or an earlier call has not returned its permit yet.
            case _: EntityException     => ()
            case _: PrevalenceException => ()
            case _: BoundaryException   => ()

  private def onThread(what: String)(run: => Unit): Unit =
    var failure: Throwable | Null = IllegalStateException(what)
    val body: Runnable            = () =>
      try
        run
        failure = null
      catch case error: Throwable => failure = error
    val thread = Thread(null, body, "diver", 256 * 1024)
    thread.setDaemon(true)
    thread.start()
    thread.join(limit.toMillis)
    if failure != null then throw IllegalStateException(s"$what\n  ${thread.getStackTrace.mkString("\n  ")}", failure)

  def main(arguments: Array[String]): Unit =
    // Threads of the program may not end, so an exception does not end it.
    try run(arguments(0).toInt)
    catch
      case failure: Throwable =>
        failure.printStackTrace()
        System.exit(1)

  private def run(rounds: Int): Unit =
    val log      = Journal.open(Files.createTempDirectory("brine-stack-ends"))
    val system   = ActorSystem()
    val accounts = Entities.open(log, system, ofEntities)(Accounts)
    val bank     = Prevalence.over(log, ofSystem)(BankSystem())
    bank.execute(BankTransaction.Open("ada")): Unit
    val campus = Boundary.open(log, BoundarySettings(timeout = Duration.ofSeconds(20)))(Campus)
    val notes  = campus.open(Campus.view(Ask.Break(7)))
    val pairs  = Entities.open(Journal.open(Files.createTempDirectory("brine-stack-ends")), system, ofPairs)(Accounts)
    val done   = AtomicLong() // deposits with a reply
    val begun  = AtomicLong() // deposits that may have happened
    val others = AtomicLong()
    val paid   = AtomicLong()
    val paying = AtomicLong()
    val noted  = AtomicLong()
    val noting = AtomicLong()
    val moved  = AtomicLong()
    val moving = AtomicLong()
    // Meets a conflict first, so that it takes a turn.
    def decide(): Unit =
      var isFirst = true
      val event   = CampusEvent.Noted(7, 1)
      counted(noting, noted)(notes.decideOnce(UUID.randomUUID): known =>
        if isFirst then
          isFirst = false
          val tags = Campus.tags(event)
          log
            .append("others", ExpectedVersion.Any, Seq(CampusEvent.Noted(7, 0): CampusEvent), tags = tags)
            .await(): Unit
        Decision(event)(known.courses(7).notes))
    def depositBoth(): Unit = Entities
      .together(pairs("a"), pairs("b"))
      .ask: both =>
        both.ask(pairs("a"), Account.Deposit(1)): Unit
        both.ask(pairs("b"), Account.Deposit(1)): Unit
    def counted(all: AtomicLong, replied: AtomicLong)(call: => Any): Unit =
      all.incrementAndGet()
      call: Unit
      replied.incrementAndGet(): Unit
    val calls: Map[String, () => Unit] = Map(
      "ask"         -> (() => counted(begun, done)(accounts("a").ask(Account.Deposit(1)))),
      "key"         -> (() => counted(begun, done)(accounts("a").answer(Account.Deposit(1), Some(UUID.randomUUID)))),
      "async"       -> (() => counted(begun, AtomicLong())(accounts("a").askAsync(Account.Deposit(1)))),
      "query"       -> (() => accounts(s"b${others.incrementAndGet() % 50}").ask(Account.Balance): Unit),
      "transaction" -> (() => counted(paying, paid)(bank.execute(BankTransaction.Deposit("ada", 1)))),
      "refusal"     -> (() => bank.execute(BankTransaction.Transfer("ada", "ben", Long.MaxValue)): Unit),
      "decision"    -> (() => decide()),
      "together"    -> (() => counted(moving, moved)(depositBoth()))
    )
    for name <- names do
      // Loads the classes, and then ends the stack.
      for pad <- -1 until rounds do
        onThread(s"$name does not return")(if pad < 0 then calls(name)() else Dive(pad, calls(name)).run(0))
        onThread(s"a command after $name does not return")(counted(begun, done)(accounts("a").ask(Account.Deposit(1))))
        onThread(s"a transaction after $name does not return"):
          counted(paying, paid)(bank.execute(BankTransaction.Deposit("ada", 1)))
        onThread(s"a decision after $name does not return")(decide())
        onThread(s"entities that decide together after $name do not return")(counted(moving, moved)(depositBoth()))
      println(s"$name: works on")
    val balance = accounts("a").ask(Account.Balance)
    val total   = bank.query(_.total)
    if balance < done.get || balance > begun.get then throw IllegalStateException(s"$balance, $done, $begun")
    if total < paid.get || total > paying.get then throw IllegalStateException(s"$total, $paid, $paying")
    val both = Seq("a", "b").map(id => pairs(id).ask(Account.Balance))
    if both.distinct.size > 1 || both.head < moved.get || both.head > moving.get then
      throw IllegalStateException(s"$both, $moved, $moving")
    val stored = log.readQuery[CampusEvent](Query.stream("notes")).toVector.fold(_ => -1, _.size)
    if stored < noted.get || stored > noting.get then throw IllegalStateException(s"$stored, $noted, $noting")
    onThread("closing does not return"):
      accounts.close()
      pairs.close()
      bank.close()
      system.shutdown()
      log.close()
    System.exit(0)
