package brine.jdbc

import brine.journal.*
import java.time.Duration
import java.util.UUID

/** What becomes of commits without an answer. */
abstract class Unanswered(make: () => TestDatabase) extends FaultyLogs(make):
  /** What becomes of a group whose commit gets no answer: of one with a key, and of one that is refused.
    *
    * @param isDone
    *   whether the database has done it
    * @param after
    *   called with the log's faults when the answer is lost
    */
  private def unanswered(settings: JdbcSettings, isDone: Boolean)(after: Faults => Unit)(
      body: (JdbcEventLog, Faults, UUID, Vector[Either[AppendError, Appended]]) => Unit
  ): Unit = faulty(settings): (log, faults) =>
    appended(log.append("a", "first"))
    val key  = UUID(3, 4)
    val gate = Gate(faults)
    val held = log.append("a", "held")
    gate.isEntered()
    faults.atCommit = commit =>
      faults.atCommit = _()
      if isDone then commit()
      after(faults)
      throw Faults.lost
    val keyed   = log.append("a", ExpectedVersion(2), Seq("x", "y"), Some(key))
    val refused = log.append("a", ExpectedVersion(2), Seq("z"))
    gate.open()
    appended(held)
    body(log, faults, key, Vector(done(keyed), done(refused)))

  private def isUnknown(results: Vector[Either[AppendError, Appended]]): Unit =
    results.head match
      case Left(error @ AppendError.OutcomeUnknown(first, last, Some(_: JdbcFailure))) =>
        assertEquals((first, last), (Offset(3), Offset(4)))
        assert(error.message.contains(Faults.lost.getMessage), error.message)
      case other => fail(s"$other")
    // It has written nothing, but was compared with what may not be there.
    assert(results.last.left.exists(isUnavailable), results.last)

  test("a commit without an answer has an outcome that is unknown if it is done"):
    unanswered(database.fresh(), isDone = true)(_ => ()): (log, _, key, results) =>
      isUnknown(results)
      // The log works on, and the key tells.
      done(log.append("a", ExpectedVersion(2), Seq("x", "y"), Some(key))) match
        case Left(AppendError.Duplicate(original)) => assertEquals(original.first, Offset(3))
        case other                                 => fail(s"$other")
      assertEquals(texts(log), Vector("first", "held", "x", "y"))

  test("a commit without an answer that was not done is done again, once"):
    unanswered(database.fresh(), isDone = false)(_ => ()): (log, _, key, results) =>
      assertEquals(ok(results.head).first, Offset(3))
      assertEquals(results.last, Left(AppendError.WrongVersion("a", 2, 4)))
      assertEquals(
        done(log.append("a", ExpectedVersion(2), Seq("x", "y"), Some(key))),
        Left(AppendError.Duplicate(ok(results.head)))
      )
      assertEquals(texts(log), Vector("first", "held", "x", "y"))

  test("a commit without an answer is certain if another one appended in its place, and unknown without a database"):
    for isDone <- Vector(true, false); isBack <- Vector(true, false) do
      val settings = database.fresh().withRetryFor(Duration.ofMillis(if isBack then 5_000 else 20))
      logs(1, settings): others =>
        def lost(faults: Faults) =
          faults.atConnect = () =>
            if !isBack then throw Faults.lost
            // The lost connection is closed by now, and so its lock is free.
            faults.atConnect = () => ()
            done(others.head.append("b", "of another")).fold(error => throw JournalException(error), _ => ())
        unanswered(settings, isDone)(lost): (log, faults, key, results) =>
          if isDone || !isBack then isUnknown(results)
          else
            assertEquals(ok(results.head).first, Offset(4))
            assertEquals(results.last, Left(AppendError.WrongVersion("a", 2, 4)))
          faults.atConnect = () => ()
          val again = done(log.append("a", ExpectedVersion(2), Seq("x", "y"), Some(key)))
          assertEquals(again.isRight, !isDone && !isBack, again)
          val own = Vector("x", "y")
          val all = (isDone, isBack) match
            case (true, true)  => own :+ "of another"
            case (false, true) => "of another" +: own
            case _             => own
          assertEquals(texts(log), Vector("first", "held") ++ all)

/** On SQLite. */
class SqliteUnansweredSuite extends Unanswered(() => TestDatabase.Sqlite())

/** On PostgreSQL. */
class PostgresqlUnansweredSuite extends Unanswered(() => TestDatabase.Postgresql())

/** On MariaDB. */
class MariadbUnansweredSuite extends Unanswered(() => TestDatabase.Mariadb())
