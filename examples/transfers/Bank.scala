package brine.examples.transfers

import brine.actor.ActorSystem
import brine.entity.Entities
import brine.entity.process.*
import brine.journal.{EventLog, Journal, Offset}
import java.nio.file.{Files, Path}
import java.time.{Instant, InstantSource}
import scala.concurrent.duration.*
import scala.util.Using

/** Transfers between accounts: one that succeeds, and three that leave the money where it was. */
object Bank:
  def main(arguments: Array[String]): Unit =
    val folder = Files.createTempDirectory("brine-transfers")
    try
      val today = Instant.parse("2026-01-01T12:00:00Z")
      Using.resource(Journal.open(folder))(monday(_, today))
      // The program was down when the time of a timer came.
      Using.resource(Journal.open(folder))(tuesday(_, today.plusSeconds(86_400)))
    finally delete(folder)

  private def monday(log: EventLog, now: Instant): Unit = running(log, now): (accounts, process) =>
    accounts("ada").ask(Account.Deposit(1000)): Unit
    accounts("bob").ask(Account.Close): Unit
    ask(log, process, Request.Asked("t1", "ada", "eve", 300))
    ask(log, process, Request.Confirmed("t1"))
    ask(log, process, Request.Asked("t2", "ada", "eve", 5000))
    ask(log, process, Request.Asked("t3", "ada", "bob", 200))
    ask(log, process, Request.Confirmed("t3"))
    ask(log, process, Request.Asked("t4", "ada", "eve", 100))
    println(s"ada has ${accounts("ada").ask(Account.Balance)}, eve has ${accounts("eve").ask(Account.Balance)}")

  private def tuesday(log: EventLog, now: Instant): Unit = running(log, now): (accounts, process) =>
    while !process.status.timersKnown || process.status.openTimers > 0 do Thread.sleep(1)
    process.await(log.durable, within = 10.seconds)
    println(s"ada has ${accounts("ada").ask(Account.Balance)}, eve has ${accounts("eve").ask(Account.Balance)}")
    for transfer <- 1 to 4 do println(s"t$transfer: ${facts(log, s"t$transfer").mkString(", ")}")

  private def running(log: EventLog, now: Instant)(body: (Entities[Account], RunningProcess) => Unit): Unit =
    val system = ActorSystem()
    try
      val accounts = Entities.open(log, system)(Accounts)
      val settings = ProcessSettings.defaults.withClock(InstantSource.fixed(now))
      val process  = Processes.start(log, system, Transfers, settings)(send(accounts))
      try body(accounts, process)
      finally
        process.close()
        accounts.close()
    finally system.shutdown(): Unit

  /** Sends a command. An account executes each key once. */
  private def send(accounts: Entities[Account])(step: Step, key: CommandKey): Outcome =
    val (account, command) = step match
      case Step.Debit(account, cents)  => (account, Account.Withdraw(cents))
      case Step.Credit(account, cents) => (account, Account.Deposit(cents))
      case Step.Refund(account, cents) => (account, Account.Deposit(cents))
    accounts(account).answer(command, Some(key.uuid)).value

  private def ask(log: EventLog, process: RunningProcess, request: Request): Unit =
    val done: Offset = log.append("request-web", request).await().fold(error => sys.error(error.message), _.last)
    process.await(done, within = 10.seconds)

  private def facts(log: EventLog, transfer: String): Vector[TransferFact] =
    log
      .read[ProcessStep[TransferFact, Step, Outcome]](s"transfer-$transfer")
      .foldLeft(Vector.empty[TransferFact])((all, record) => all ++ record.value.facts)
      .fold(error => sys.error(error.message), identity)

  private def delete(path: Path): Unit =
    if Files.isDirectory(path) then
      val children = Files.list(path)
      try children.forEach(delete)
      finally children.close()
    Files.delete(path)
