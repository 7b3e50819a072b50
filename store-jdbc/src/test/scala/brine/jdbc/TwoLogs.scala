package brine.jdbc

import brine.effort.Effort
import brine.journal.*
import brine.journal.testkit.MemoryEventLog
import java.time.Instant
import scala.util.Random

/** What suites share that compare two logs with the same tables with a log in memory. */
abstract class TwoLogs(make: () => TestDatabase) extends DatabaseSuite(make):
  protected def isWriter: Boolean = Thread.currentThread.getName.contains("writer")

  // Times differ, and nothing else.
  protected def timeless(result: Either[AppendError, Appended]): Either[AppendError, Appended] =
    result.map(_.copy(at = Instant.EPOCH)) match
      case Left(AppendError.Duplicate(known)) => Left(AppendError.Duplicate(known.copy(at = Instant.EPOCH)))
      case other                              => other

  /** All that a log has, besides times. */
  protected def content(log: EventLog) =
    log.durable: Unit
    log
      .readAll[Stored]()
      .toVector
      .map(_.map(one => (one.offset, one.stream, one.version, one.tags, one.key, one.value.bytes.toVector)))

  /** Two logs with the same tables: one with faults, and another one. */
  protected def two(settings: JdbcSettings = database.fresh())(
      body: (JdbcEventLog, Faults, JdbcEventLog) => Unit
  ): Unit =
    val faults = Faults(database.url)
    logs(1, settings): others =>
      val log = JdbcEventLog.open(faults.source, settings)
      try body(log, faults, others.head)
      finally
        faults.atCommit = _()
        faults.atStatement = (_, _) => ()
        faults.afterStatement = () => ()
        faults.whileFree = () => ()
        within(log.close())

  protected type Results = Vector[(String, Either[AppendError, Appended], Either[AppendError, Appended])]

  /** Runs steps with a log, another one and one in memory; each gives what has happened, what it gave and what the log
    * in memory gave.
    */
  protected def compared(body: (JdbcEventLog, Faults, JdbcEventLog, MemoryEventLog, Random) => Results): Unit =
    for seed <- 1 to Effort.sqlInterleavings do
      // Without signals: those are statements of the writer after it has told the result.
      two(database.fresh().withNotifies(false)): (log, faults, other) =>
        val memory  = MemoryEventLog()
        val random  = Random(seed)
        var journal = Vector.empty[String]
        try
          for step <- 1 to 40; (what, found, want) <- body(log, faults, other, memory, random) do
            journal :+= s"$step: $what: $found"
            if found != want then fail(s"seed $seed: $found, not $want, after\n${journal.mkString("\n")}")
          assertEquals(content(log), content(memory), s"seed $seed, after\n${journal.mkString("\n")}")
        finally memory.close()
