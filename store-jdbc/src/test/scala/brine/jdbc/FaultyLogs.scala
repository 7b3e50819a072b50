package brine.jdbc

import brine.journal.*
import java.util.concurrent.{CountDownLatch, TimeUnit}

/** What suites of logs share whose database fails. */
abstract class FaultyLogs(make: () => TestDatabase) extends DatabaseSuite(make):
  /** Opens a log with faults of its own. */
  protected def faulty(settings: JdbcSettings = database.fresh())(body: (JdbcEventLog, Faults) => Unit): Unit =
    val faults = Faults(database.url)
    val log    = JdbcEventLog.open(faults.source, settings)
    try body(log, faults)
    finally
      faults.atCommit = _()
      faults.atStatement = (_, _) => ()
      faults.atConnect = () => ()
      within(log.close())
      eventually("all connections are closed")(faults.open == 0)

  /** Holds the next commit, so that what is appended meanwhile is one group. */
  protected final class Gate(faults: Faults):
    private val (entered, gate) = (CountDownLatch(1), CountDownLatch(1))
    private val before          = faults.atCommit
    faults.atCommit = commit =>
      faults.atCommit = before
      entered.countDown()
      // Not by an assertion of munit: it takes a lock of the suite, which a test may hold while it waits.
      if !gate.await(patience.toNanos, TimeUnit.NANOSECONDS) then throw IllegalStateException("the gate stays closed")
      commit()

    def isEntered(): Unit = assert(entered.await(patience.toNanos, TimeUnit.NANOSECONDS))
    def open(): Unit      = gate.countDown()

  protected def isUnavailable(error: AppendError): Boolean = error match
    case AppendError.Unreadable(ReadError.Unavailable(_, _)) => true
    case _                                                   => false

  /** Whether the writer may send a group as one statement that commits by itself: without an answer nobody knows. */
  protected def isOneStatement: Boolean = false

  protected def isLost(error: AppendError): Boolean = isUnavailable(error) || (error match
    case _: AppendError.OutcomeUnknown => isOneStatement
    case _                             => false)
