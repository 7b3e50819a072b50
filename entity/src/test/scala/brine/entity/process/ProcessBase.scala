package brine.entity.process

import brine.actor.{ActorSystem, Backoff}
import brine.entity.Entities
import brine.journal.testkit.MemoryEventLog
import brine.journal.{EventLog, Offset}
import java.time.Duration
import java.util.concurrent.CompletableFuture
import munit.FunSuite
import scala.concurrent.duration.*

/** What tests of running processes share. */
trait ProcessBase:
  this: FunSuite =>

  protected val quick: ProcessSettings = ProcessSettings(
    attempts = 3,
    backoff = Backoff(1.milli, 10.millis),
    saveEvery = Duration.ZERO,
    closeTimeout = Duration.ofSeconds(30)
  )

  /** A bank: purses over a log. */
  final class Bank(val log: EventLog, val system: ActorSystem, val purses: Entities[Purse], val clock: TestClock):
    def ask(request: Request): Offset =
      log.append("request-1", request).await().fold(error => fail(error.message), _.last)

    def asked(id: String, cents: Long = 10, from: String = "a", to: String = "b"): Offset =
      ask(Request.Asked(id, from, to, cents, 1000))

    def cents(purse: String): Long = purses(purse).ask(Purse.Balance)

    def steps(id: String): Vector[Transfers.Done] = stepsOf(log, id)

    def start(
        process: TransferProcess = Transfers,
        settings: ProcessSettings = quick,
        over: EventLog = log
    )(send: (Step, CommandKey) => Outcome = Transfers.send(purses)): RunningProcess =
      Processes.start(over, system, process, settings.withClock(clock))(send)

    def running[A](
        process: TransferProcess = Transfers,
        settings: ProcessSettings = quick,
        over: EventLog = log
    )(send: (Step, CommandKey) => Outcome = Transfers.send(purses))(body: RunningProcess => A): A =
      val started = start(process, settings, over)(send)
      try body(started)
      finally started.close()

  protected def stepsOf(log: EventLog, id: String, name: String = "transfer"): Vector[Transfers.Done] =
    log
      .read[Transfers.Done](s"$name-$id")
      .foldLeft(Vector.empty[Transfers.Done])((all, record) => all :+ record.value)
      .fold(error => fail(error.message), identity)

  protected def bank[A](body: Bank => A): A =
    val log = MemoryEventLog()
    try bankOver(log)(body)
    finally log.close()

  protected def bankOver[A](log: EventLog)(body: Bank => A): A =
    val system = ActorSystem()
    try
      val purses = Entities.open(log, system)(Purses)
      try
        if purses("a").ask(Purse.Balance) == 0 then purses("a").ask(Purse.Fill(100))
        body(Bank(log, system, purses, TestClock()))
      finally purses.close()
    finally system.shutdown(): Unit

  protected def eventually(what: => String)(holds: => Boolean)(using munit.Location): Unit =
    val until = System.nanoTime + 60.seconds.toNanos
    while !holds do
      if System.nanoTime > until then fail(what)
      Thread.sleep(2)

  protected def ended(process: RunningProcess): ProcessError =
    eventually(s"it runs: ${process.status}")(process.status.end.nonEmpty)
    process.status.end.get

  protected def asked[A](body: => A): CompletableFuture[A] = CompletableFuture.supplyAsync(() => body)
