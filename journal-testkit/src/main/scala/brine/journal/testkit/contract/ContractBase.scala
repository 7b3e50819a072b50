package brine.journal.testkit.contract

import brine.journal.*
import java.time.Duration
import java.util.concurrent.atomic.AtomicReference
import java.util.concurrent.{CountDownLatch, TimeUnit, TimeoutException}
import scala.util.{Success, Try}

/** What the rules of the contract share: how a log is opened, and waits that end. */
trait ContractBase:
  this: munit.FunSuite =>

  /** Opens a log without events, for one test. The contract closes it. */
  def open(): EventLog

  /** Opens the log again that the last [[open]] opened and the test has closed, with its events; None if the store
    * keeps nothing.
    */
  def openAgain(): Option[EventLog] = None

  /** A log of another store, without events, to copy from. The package of the logs is above this one. */
  private[testkit] def otherLog(): EventLog

  /** How far the contract searches. */
  def effort: ContractEffort = ContractEffort.defaults

  /** How long the contract waits for what must happen at once, before it says that it hangs. */
  def patience: Duration = Duration.ofMinutes(2)

  /** How many appends the contract tries at most to find the bound of appends in flight. */
  def mostPendingAppends: Int = 100_000

  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(60, "min")

  /** Registers a rule: a test with an open log. */
  protected def rule(name: String)(body: EventLog => Unit)(using munit.Location): Unit = test(name)(withLog(body))

  /** Opens a log, and closes it after the body. */
  protected def withLog[A](body: EventLog => A): A =
    val log = open()
    try body(log)
    finally within("close")(log.close())

  /** Closes a log, and checks it again once it is open again, if the store keeps its events. */
  protected def checkAgain(log: EventLog)(body: EventLog => Unit)(using munit.Location): Unit =
    within("close")(log.close())
    openAgain().foreach: again =>
      try body(again)
      finally within("close")(again.close())

  protected def ok[E <: JournalError, A](result: Either[E, A])(using munit.Location): A =
    result.fold(error => fail(s"$error: ${error.message}"), identity)

  /** The result of an append, which must come. */
  protected def done(completion: Completion)(using munit.Location): Either[AppendError, Appended] =
    try completion.await(patience)
    catch case _: TimeoutException => fail(s"an append had no result after $patience")

  /** The result of an append that must succeed. */
  protected def appended(completion: Completion)(using munit.Location): Appended = ok(done(completion))

  /** Runs a body on a thread of its own, which must end. */
  protected def within[A](what: String)(body: => A)(using munit.Location): A = started(what)(body)()

  /** Starts a body on a thread of its own. Calling the result waits for its value. */
  protected def started[A](what: String)(body: => A)(using munit.Location): () => A =
    val result = AtomicReference[Option[Try[A]]](None)
    // Fatal errors too: an assertion of munit is one for some of its versions.
    val thread = Thread(
      () =>
        result.set:
          Some(
            try Success(body)
            catch case error: Throwable => scala.util.Failure(error)
          )
      ,
      what
    )
    thread.setDaemon(true)
    thread.start()
    () =>
      if !thread.join(patience) then fail(s"$what did not end after $patience")
      result.get.get.get

  /** Runs a body in several threads at once, and waits for all. */
  protected def atOnce[A](threads: Int)(body: Int => A)(using munit.Location): Vector[A] =
    val begin = CountDownLatch(1)
    val all   = Vector.tabulate(threads): number =>
      started(s"thread $number"):
        begin.await()
        body(number)
    begin.countDown()
    all.map(_())

  /** Waits for something that must become true. */
  protected def eventually(what: => String)(condition: => Boolean)(using munit.Location): Unit =
    val until = System.nanoTime + patience.toNanos
    while !condition do
      if System.nanoTime > until then fail(s"$what: not after $patience")
      Thread.sleep(1)

  protected def arrives(latch: CountDownLatch, what: => String)(using munit.Location): Unit =
    if !latch.await(patience.toNanos, TimeUnit.NANOSECONDS) then fail(s"$what: not after $patience")

  protected def ends(subscription: Subscription)(using munit.Location): Unit =
    within("the end of a subscription")(subscription.awaitEnd())

  /** Whether the error of an append is that the log is closed. */
  protected def isClosed(result: Either[AppendError, Appended]): Boolean =
    result.left.exists(_.isInstanceOf[AppendError.Closed])

  protected def text(text: String): ContractEvent                      = ContractEvent.Text(text)
  protected def number(number: Long): ContractEvent                    = ContractEvent.Number(number)
  protected def numbers(values: Range): Vector[ContractEvent]          = values.map(number(_)).toVector
  protected def all(log: EventLog): Vector[Record[ContractEvent]]      = ok(log.readAll[ContractEvent]().toVector)
  protected def offsets(records: Records[ContractEvent]): Vector[Long] = ok(records.toVector).map(_.offset.sequence)
