package brine.jdbc

import brine.effort.Effort
import brine.journal.*
import brine.journal.replication.*
import brine.journal.testkit.{ImportedRecords, MemoryEventLog}
import brine.journal.tools.{JournalExport, LogCopy}

/** Followers compare what a database has before they take it: a wrong one ends neither the right one nor a program, and
  * a copy becomes a replica.
  */
abstract class Adopting(make: () => TestDatabase) extends DatabaseSuite(make):
  private def target(settings: JdbcSettings) = JdbcReplica.target(database.source, settings)
  private def role(settings: JdbcSettings)   =
    JdbcReplica.role(database.source, settings).fold(error => fail(error.message), identity)
  private def epoch(settings: JdbcSettings) = database.ask(s"select epoch from ${settings.prefix}head")

  private def caughtUp(from: EventLogReader, to: JdbcSettings, adopts: Boolean): Option[FollowError] =
    val follower = LogFollower.start(from, target(to), FollowSettings(untilCaughtUp = true, adopts = adopts))
    assert(follower.awaitEnd(patience.toNanos), follower.status)
    follower.failure

  private def contents(log: EventLogReader): Vector[Vector[Any]] =
    val all = Vector.newBuilder[Vector[Any]]
    ok(JournalExport.of(log)(one => all += ImportedRecords.content(one) :+ one.record.offset)): Unit
    all.result()

  private def contents(settings: JdbcSettings): Vector[Vector[Any]] =
    val log = JdbcEventLog.open(database.source, settings.withReadOnly(true))
    try contents(log)
    finally within(log.close())

  private def memory(events: Int, text: String = "event"): MemoryEventLog =
    val log = MemoryEventLog()
    for n <- 1 to events do appended(log.append(s"s${n % 7}", s"$text $n"))
    log

  private def copied(log: EventLogReader): JdbcSettings =
    val settings = database.fresh()
    logs(1, settings)(all => assert(LogCopy.toLog(log, all.head).isRight))
    settings

  test("a copy becomes a replica, if it is adopted, and follows on"):
    val log  = memory(1300)
    val copy = copied(log)
    for n <- 1 to 20 do appended(log.append("s1", s"more $n"))
    assert(caughtUp(log, copy, adopts = false).exists(_.isInstanceOf[FollowError.NotAReplica]))
    assertEquals(role(copy), LogRole.Ordinary)
    assertEquals(caughtUp(log, copy, adopts = true), None)
    assertEquals(contents(copy), contents(log))
    assert(role(copy).isInstanceOf[LogRole.Replica])
    appended(log.append("s1", "last"))
    assertEquals(caughtUp(log, copy, adopts = false), None)
    assertEquals(contents(copy), contents(log))

  test("a log that is no copy is refused, and a program that appends to it does not notice"):
    val log   = memory(1300)
    val other = memory(40, "other")
    for (own, after) <- Vector((other, 40), (memory(1301), 1301), (memory(1299), 1300)) do
      val settings = copied(own)
      logs(1, settings): program =>
        if after == 1300 then appended(program.head.append("own", "event")): Unit
        val before = epoch(settings)
        caughtUp(log, settings, adopts = true) match
          case Some(_: FollowError.Diverged) => ()
          case result                        => fail(s"$after: $result")
        assertEquals(program.head.durable.sequence, after.toLong)
        assertEquals((role(settings), epoch(settings)), (LogRole.Ordinary, before))
        appended(program.head.append("own", "event"))

  test("the program that has an adopted copy open appends no more"):
    val log  = memory(50)
    val copy = copied(log)
    logs(1, copy): program =>
      assertEquals(caughtUp(log, copy, adopts = true), None)
      done(program.head.append("own", "event")) match
        case Left(AppendError.Closed(why, _)) => assert(why.contains("is a replica of"), why)
        case result                           => fail(s"$result")
    assertEquals(contents(copy), contents(log))

  test("a wrong follower does not end the right one"):
    val log     = memory(200)
    val replica = database.fresh()
    val right   = LogFollower.start(log, target(replica))
    try
      eventually(s"${right.status}")(right.status.upTo == log.durable)
      val before = epoch(replica)
      for wrong <- Vector(memory(300, "other"), memory(100), memory(0)); adopts <- Vector(true, false) do
        caughtUp(wrong, replica, adopts) match
          case Some(_: FollowError.Diverged | _: FollowError.SourceShrank) => ()
          case result                                                      => fail(s"$result")
        assertEquals(epoch(replica), before)
        appended(log.append("s1", "more"))
        eventually(s"${right.status}")(right.isEnded || right.status.upTo == log.durable)
        assertEquals(right.failure, None)
    finally within(right.close())
    assertEquals(contents(replica), contents(log))

  test("a follower that comes while another one appends compares what that appends, and takes over between"):
    for round <- 1 to Effort.sqlPrograms / 2 do
      val log     = memory(30)
      val replica = database.fresh()
      val early   = LogFollower.start(log, target(replica))
      try
        eventually(s"${early.status}")(early.status.records > 0)
        val late = LogFollower.start(log, target(replica))
        try
          // Its turn comes in a pause of the other one at the latest.
          for n <- 1 to 20 + round do appended(log.append(s"s${n % 7}", s"round $round, $n"))
          eventually(s"${early.status}, ${late.status}, ${late.failure}")(early.isEnded || late.isEnded)
          appended(log.append("s1", "last"))
          eventually(s"${late.status}, ${late.failure}")(late.isEnded || late.status.lag == 0)
          assertEquals(late.failure, None)
          assert(early.failure.exists(_.message.contains("by another follower")), early.failure)
        finally within(late.close())
      finally within(early.close())
      assertEquals(contents(replica), contents(log), s"round $round")

  test("what was compared is taken only as it was then: not with more records, and not after another has changed it"):
    val log                     = memory(5)
    val copy                    = copied(log)
    val to                      = target(copy)
    def open(to: ReplicaTarget) =
      to.open("the log", again = false, adopts = true).fold(problem => fail(problem.error.message), identity)
    val opened = open(to)
    assertEquals((opened.end, opened.isAdopted), (5L, true))
    logs(1, copy)(all => appended(all.head.append("own", "event")))
    val before = epoch(copy)
    assertEquals(opened.take(5), Right(OpenReplica.Taken.Grown(6)))
    assertEquals((role(copy), epoch(copy)), (LogRole.Ordinary, before))
    JdbcReplica.fence(database.source, copy).fold(error => fail(error.message), identity): Unit
    assert(opened.take(6).left.exists(!_.mayPass))
    assert(role(copy).isInstanceOf[LogRole.Fenced])
    within(opened.close())
    // Of two that have compared the same, the second one finds out.
    val (first, second) = (open(to), open(target(copy)))
    first.take(6) match
      case Right(OpenReplica.Taken.ToAppend(import1)) => assertEquals(import1.begin, Offset(6))
      case other                                      => fail(s"$other")
    assert(second.take(6).left.exists(_.error.message.contains("by another follower")))
    within(second.close())
    within(first.close())

  test("two logs do not follow each other"):
    val first  = database.fresh()
    val second = database.fresh()
    logs(1, first): all =>
      appended(all.head.append("a", "1"))
      assertEquals(caughtUp(all.head, second, adopts = false), None)
    JdbcReplica.fence(database.source, first).fold(error => fail(error.message), identity): Unit
    val reader = JdbcEventLog.open(database.source, second.withReadOnly(true))
    try assert(caughtUp(reader, first, adopts = false).exists(_.isInstanceOf[FollowError.Ring]))
    finally within(reader.close())
