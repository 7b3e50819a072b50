package brine.jdbc

import brine.effort.Effort
import brine.journal.*
import brine.journal.replication.*
import brine.journal.testkit.{FaultStorage, ImportedRecords, MemoryEventLog}
import brine.journal.tools.JournalExport
import java.nio.file.Path
import java.time.Duration
import java.util.{SplittableRandom, UUID}
import scala.util.Using

/** Replicas in a database and of one: followers that end at any moment, promotion, and programs that are fenced. */
abstract class Following(make: () => TestDatabase) extends Adopting(make):
  private def contents(log: EventLogReader): Vector[Vector[Any]] =
    val all = Vector.newBuilder[Vector[Any]]
    ok(JournalExport.of(log)(one => all += ImportedRecords.content(one) :+ one.record.offset)): Unit
    all.result()

  private def readOnly[A](settings: JdbcSettings)(body: JdbcEventLog => A): A =
    val log = JdbcEventLog.open(database.source, settings.withReadOnly(true))
    try body(log)
    finally within(log.close())

  private def target(settings: JdbcSettings) = JdbcReplica.target(database.source, settings)

  /** Follows until the replica has all. */
  private def caughtUp(from: EventLogReader, to: ReplicaTarget): Option[FollowError] =
    val follower = LogFollower.start(from, to, FollowSettings(untilCaughtUp = true))
    assert(follower.awaitEnd(patience.toNanos), follower.status)
    follower.failure

  private def step(log: EventLog, random: SplittableRandom): Unit =
    for _ <- 0 to random.nextInt(30) do
      val names = Vector.fill(1 + random.nextInt(3))(s"stream-${random.nextInt(9)}").distinct
      val parts = names.map: name =>
        val text = random.nextLong().toHexString * random.nextInt(if random.nextInt(20) == 0 then 2000 else 5)
        StreamAppend(
          name,
          ExpectedVersion.Any,
          Vector.fill(1 + random.nextInt(3))(text),
          Set(s"tag-${random.nextInt(3)}")
        )
      val key = Option.when(random.nextInt(4) == 0)(UUID(random.nextLong(), random.nextLong()))
      if random.nextInt(20) == 0 then appended(log.delete(names.head)): Unit
      else appended(log.appendAll(parts, key)): Unit

  private def whileFollowed(log: EventLog, to: ReplicaTarget, random: SplittableRandom)(
      end: LogFollower => Unit
  ): Unit =
    val follower = LogFollower.start(log, to, FollowSettings(comparesAll = random.nextBoolean()))
    try
      for _ <- 0 to random.nextInt(4) do
        step(log, random)
        if random.nextInt(3) == 0 then
          eventually(s"${follower.status}"):
            follower.isEnded || follower.status.upTo.sequence >= log.durable.sequence
      end(follower)
    finally within(follower.close())

  private def isBeginning(replica: JdbcSettings, log: EventLogReader): Unit =
    val all   = contents(log)
    val found = readOnly(replica)(contents)
    assertEquals(found, all.take(found.size))

  test("a replica of a log in memory has its records whenever its follower ends"):
    for seed <- 1 to math.max(2, Effort.sqlPrograms / 4) do
      val random  = SplittableRandom(seed)
      val replica = database.fresh()
      val memory  = MemoryEventLog()
      try
        for _ <- 1 to 4 do
          whileFollowed(memory, target(replica), random): follower =>
            if random.nextInt(3) == 0 then
              // Another follower, as one that was cut off and comes back.
              val other = LogFollower.start(memory, target(replica))
              try
                // Of two that have compared at the same time, one ends, whichever it is.
                eventually(s"${follower.status}, ${other.status}"):
                  follower.isEnded || other.isEnded || other.status.step == FollowStep.Following
                other.failure.foreach(error => assert(error.message.contains("by another follower"), error.message))
              finally within(other.close())
          isBeginning(replica, memory)
        assertEquals(caughtUp(memory, target(replica)), None)
        assertEquals(readOnly(replica)(contents), contents(memory))
      finally memory.close()

  test("a log in a database is followed into files and into other tables"):
    for seed <- 1 to math.max(1, Effort.sqlPrograms / 8) do
      val random = SplittableRandom(seed)
      val disk   = FaultStorage(seed)
      val copied = Path.of("/replica")
      val tables = database.fresh()
      logs(2): all =>
        for _ <- 1 to 3 do
          whileFollowed(all.head, ReplicaTarget.folder(copied, storage = disk), random)(_ => step(all.last, random))
          whileFollowed(all.head, target(tables), random)(_ => step(all.last, random))
        assertEquals(caughtUp(all.head, ReplicaTarget.folder(copied, storage = disk)), None)
        assertEquals(caughtUp(all.last, target(tables)), None)
        val whole = contents(all.head)
        assertEquals(Using.resource(JournalReader.open(copied, storage = disk))(contents), whole)
        assertEquals(readOnly(tables)(contents), whole)

  test("no program appends to a replica, and each may read it"):
    val replica = database.fresh()
    logs(1): all =>
      appended(all.head.append("a", "1"))
      assertEquals(caughtUp(all.head, target(replica)), None)
      JdbcEventLog.tryOpen(database.source, replica) match
        case Left(error @ JdbcOpenError.NotWritable(_, LogRole.Replica(of, _))) =>
          assertEquals(of, all.head.name)
          assert(error.message.contains("./brine journal promote"), error.message)
        case other => fail(s"$other")
      readOnly(replica): log =>
        assertEquals(texts(log), Vector("1"))
        assert(done(log.append("a", "2")).left.exists(_.isInstanceOf[AppendError.Closed]))
        assertEquals(texts(log), Vector("1"))

  test("promotion ends a follower, also one that waits, and no other one may follow into it"):
    logs(1): all =>
      for isIdle <- Vector(true, false) do
        appended(all.head.append("a", "1"))
        val to       = database.fresh()
        val follower = LogFollower.start(all.head, target(to))
        try
          eventually(s"${follower.status}")(follower.status.upTo == all.head.durable)
          opened(JdbcReplica.promote(database.source, to))
          if !isIdle then appended(all.head.append("a", "2")): Unit
          assert(follower.awaitEnd(patience.toNanos), follower.status)
          follower.failure match
            case Some(error: FollowError.Promoted) => assert(error.message.contains("was promoted at"), error.message)
            case other                             => fail(s"$other")
        finally within(follower.close())
        assert(caughtUp(all.head, target(to)).exists(_.isInstanceOf[FollowError.Promoted]))
        logs(1, to): promoted =>
          appended(promoted.head.append("a", "own"))
          assertEquals(texts(promoted.head).last, "own")

  test("a program that is fenced appends no more, also in the middle, and may be followed, and follow"):
    val old     = database.fresh()
    val replica = database.fresh()
    val program = JdbcEventLog.open(database.source, old)
    try
      for n <- 1 to 20 do appended(program.append("a", s"$n"))
      assertEquals(caughtUp(program, target(replica)), None)
      appended(program.append("a", "21"))
      assertEquals(opened(JdbcReplica.fence(database.source, old)).getClass, classOf[LogRole.Fenced])
      done(program.append("a", "late")) match
        case Left(AppendError.Closed(why, _)) => assert(why.contains("was fenced at"), why)
        case other                            => fail(s"$other")
    finally within(program.close())
    JdbcEventLog.tryOpen(database.source, old) match
      case Left(error: JdbcOpenError.NotWritable) => assert(error.message.contains("was fenced at"), error.message)
      case other                                  => fail(s"$other")
    readOnly(old): from =>
      readOnly(replica)(to => assertEquals(Promotion.lacking(from, to), Right(1L)))
      assertEquals(caughtUp(from, target(replica)), None)
      readOnly(replica)(to => assertEquals(Promotion.lacking(from, to), Right(0L)))
    opened(JdbcReplica.promote(database.source, replica)): Unit
    logs(1, replica): all =>
      appended(all.head.append("a", "22"))
      // The old log becomes a replica of the new one.
      assertEquals(caughtUp(all.head, target(old)), None)
      assertEquals(readOnly(old)(texts), texts(all.head))

  test("a log that is no replica takes no records, and one with others is found out"):
    val own = database.fresh()
    logs(1, own)(all => appended(all.head.append("a", "own")))
    logs(1): all =>
      appended(all.head.append("a", "1"))
      assert(caughtUp(all.head, target(own)).exists(_.isInstanceOf[FollowError.NotAReplica]))
      val replica = database.fresh()
      assertEquals(caughtUp(all.head, target(replica)), None)
      database.change(s"update ${replica.prefix}event set micros = micros - 1")
      assert(caughtUp(all.head, target(replica)).exists(_.isInstanceOf[FollowError.Diverged]))
    logs(1, own)(all => assertEquals(texts(all.head), Vector("own")))

  test("a log that was replaced by a shorter one is found out"):
    val replica = database.fresh()
    logs(1): all =>
      for n <- 1 to 3 do appended(all.head.append("a", s"$n"))
      assertEquals(caughtUp(all.head, target(replica)), None)
    logs(1): all =>
      assert(caughtUp(all.head, target(replica)).exists(_.isInstanceOf[FollowError.SourceShrank]))

  test("a follower waits while its database refuses, and goes on"):
    val random  = SplittableRandom(7)
    val replica = database.fresh().withRetryFor(Duration.ZERO)
    val broken  = FailingSource(database.source)
    val memory  = MemoryEventLog()
    try
      step(memory, random)
      val follower = LogFollower.start(memory, JdbcReplica.target(broken, replica))
      try
        eventually(s"${follower.status}")(follower.status.upTo == memory.durable)
        broken.isBroken = true
        // A commit that has begun may still succeed.
        eventually(s"${follower.status}"):
          step(memory, random)
          follower.status.failure.isDefined
        broken.isBroken = false
        eventually(s"${follower.status}")(follower.status.upTo == memory.durable)
        assertEquals(follower.status.failure, None)
      finally within(follower.close())
      assertEquals(readOnly(replica)(contents), contents(memory))
    finally memory.close()

  test("a follower whose replica was taken over while it could not reach it ends, and the other one goes on"):
    val replica = database.fresh().withRetryFor(Duration.ZERO)
    val broken  = FailingSource(database.source)
    val memory  = MemoryEventLog()
    try
      appended(memory.append("a", "1"))
      val early = LogFollower.start(memory, JdbcReplica.target(broken, replica))
      try
        eventually(s"${early.status}")(early.status.upTo == memory.durable)
        broken.isBroken = true
        val late = LogFollower.start(memory, target(replica))
        try
          eventually(s"${late.status}")(late.status.upTo == memory.durable)
          appended(memory.append("a", "2"))
          eventually(s"${early.status}")(early.status.failure.isDefined || early.isEnded)
          eventually(s"${late.status}")(late.status.upTo == memory.durable)
          broken.isBroken = false
          assert(early.awaitEnd(patience.toNanos), early.status)
          assert(early.failure.exists(_.message.contains("was opened by another follower")), early.failure)
          appended(memory.append("a", "3"))
          eventually(s"${late.status}")(late.status.upTo == memory.durable || late.isEnded)
          assertEquals(late.failure, None)
        finally within(late.close())
      finally within(early.close())
      assertEquals(readOnly(replica)(contents), contents(memory))
    finally memory.close()

  test("a log that is refused keeps its role, and one that fits gets another"):
    val old     = database.fresh()
    val replica = database.fresh()
    logs(1, old): all =>
      for n <- 1 to 5 do appended(all.head.append("a", s"$n"))
      assertEquals(caughtUp(all.head, target(replica)), None)
    val before = opened(JdbcReplica.fence(database.source, old))
    val other  = MemoryEventLog()
    try
      for n <- 1 to 9 do appended(other.append("a", s"other $n"))
      for (refused, role) <- Vector((old, before), (replica, opened(JdbcReplica.role(database.source, replica)))) do
        assert(caughtUp(other, target(refused)).exists(_.isInstanceOf[FollowError.Diverged]))
        assertEquals(opened(JdbcReplica.role(database.source, refused)), role)
    finally other.close()
    opened(JdbcReplica.promote(database.source, replica)): Unit
    logs(1, replica): all =>
      assertEquals(caughtUp(all.head, target(old)), None)
      opened(JdbcReplica.role(database.source, old)) match
        case LogRole.Replica(of, _) => assertEquals(of, all.head.name)
        case role                   => fail(s"$role")

  private def opened[A](result: Either[JdbcOpenError, A]): A = result.fold(error => fail(error.message), identity)

/** On SQLite. */
class SqliteFollowingSuite extends Following(() => TestDatabase.Sqlite())

/** On PostgreSQL. */
class PostgresqlFollowingSuite extends Following(() => TestDatabase.Postgresql())

/** On MariaDB. */
class MariadbFollowingSuite extends Following(() => TestDatabase.Mariadb())
