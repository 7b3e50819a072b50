package brine.journal.testkit

import brine.journal.*
import brine.journal.replication.*
import brine.journal.tools.JournalImport
import java.nio.file.Path
import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.DurationInt
import scala.util.Using

/** What a follower says that its replica has is there, whatever happens next. */
class FollowStatusSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = 5.minutes

  private val replica = Path.of("/replica")

  private def append(log: MemoryEventLog, events: Int): Unit =
    (1 to events)
      .grouped(100)
      .foreach(part => assert(log.append("a", ExpectedVersion.Any, part.map(n => s"event $n")).await().isRight))

  private def await(follower: LogFollower)(condition: FollowStatus => Boolean)(using munit.Location): Unit =
    while !condition(follower.status) do
      assert(!follower.isEnded, follower.failure)
      Thread.onSpinWait()

  /** What the next follower finds. Readers see it a moment later. */
  private def there(disk: FaultStorage): Long =
    JournalImport.replica("log", replica, JournalSettings.defaults, disk, adopts = false) match
      case Left(error)           => fail(error.message)
      case Right((opened, _, _)) => Using.resource(opened)(_.begin.sequence)

  test("what a replica has only taken counts as missing, and what the log gets meanwhile as well"):
    val disk     = FaultStorage(1)
    val source   = MemoryEventLog()
    val released = CountDownLatch(1)
    val reached  = CountDownLatch(1)
    append(source, 3)
    val follower = LogFollower.start(source, ReplicaTarget.folder(replica, storage = disk))
    try
      await(follower)(_.upTo == source.durable)
      disk.beforeForce: path =>
        if path.getFileName.toString.endsWith(".seg") then
          reached.countDown()
          released.await()
      append(source, 2_000)
      reached.await()
      await(follower)(_.lag == 2_000)
      append(source, 5)
      val held = follower.status
      assertEquals((held.records, held.upTo, held.lag), (3L, Offset(3), 2_005L))
      assert(there(disk.crash(7)) >= 3)
      released.countDown()
      await(follower)(_.upTo == source.durable)
      // A power cut at this moment loses nothing.
      assertEquals(there(disk.crash(8)), 2_008L)
      await(follower)(status => status.records == 2_008 && status.lag == 0)
    finally
      released.countDown()
      follower.close()
    assertEquals(follower.failure, None)

  test("whatever a follower has said, the replica has after a power cut"):
    for seed <- 1 to 20 do
      val disk     = FaultStorage(seed)
      val source   = MemoryEventLog()
      val random   = java.util.SplittableRandom(seed)
      val follower = LogFollower.start(source, ReplicaTarget.folder(replica, storage = disk))
      try
        for _ <- 1 to 10 do
          append(source, 1 + random.nextInt(300))
          val said = follower.status
          if said.records > 0 then
            val left = there(disk.crash(random.nextLong()))
            assert(left >= said.records && left >= said.upTo.sequence, s"$seed: $left of $said")
      finally follower.close()
      val said = follower.status
      assertEquals((said.records, said.step), (there(disk), FollowStep.Ended))
      assertEquals(said.upTo.sequence, said.records)
