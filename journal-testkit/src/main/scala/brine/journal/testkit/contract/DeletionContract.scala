package brine.journal.testkit.contract

import brine.journal.*
import java.util.UUID
import java.util.concurrent.ConcurrentLinkedQueue
import scala.jdk.CollectionConverters.*

/** Deleting streams. */
trait DeletionContract extends ContractBase:
  this: munit.FunSuite =>

  private def versions(log: EventLog, stream: String, from: Long = 1): Either[ReadError, Vector[Long]] =
    log.read[ContractEvent](stream, from).toVector.map(_.map(_.version))

  private def isDeleted(stream: String, version: Long, whileRead: Boolean = false) =
    Left(ReadError.Deleted(stream, version, whileRead))

  rule("delete: a stream is read from its deletion on, and its versions continue"): log =>
    appended(log.append("a", ExpectedVersion.NoStream, numbers(1 to 3)))
    appended(log.append("b", number(1)))
    val deletion = appended(log.delete("a", ExpectedVersion(3)))
    assertEquals((deletion.first, deletion.last, deletion.version), (Offset(5), Offset(5), 4L))
    assertEquals(log.version("a"), Right(4L))
    for from <- Seq(0L, 1L, 5L, 6L) do assertEquals(versions(log, "a", from), Right(Vector.empty))
    for from <- 2 to 4 do assertEquals(versions(log, "a", from), isDeleted("a", 4))
    assertEquals(versions(log, "b"), Right(Vector(1L)))
    for old <- Seq(0L, 3L) do
      assertEquals(
        done(log.append("a", ExpectedVersion(old), numbers(4 to 4))),
        Left(AppendError.WrongVersion("a", old, 4))
      )
    appended(log.append("a", ExpectedVersion(4), numbers(4 to 5)))
    for from <- Seq(0L, 1L, 5L) do assertEquals(versions(log, "a", from), Right(Vector(5L, 6L)))
    assertEquals(versions(log, "a", 6), Right(Vector(6L)))
    assertEquals(versions(log, "a", 4), isDeleted("a", 4))
    assertEquals(appended(log.delete("a")).version, 7L)
    assertEquals(versions(log, "a"), Right(Vector.empty))
    assertEquals(versions(log, "a", 5), isDeleted("a", 7))

  rule("delete: an expected version that is wrong deletes nothing"): log =>
    appended(log.append("a", ExpectedVersion.NoStream, numbers(1 to 3)))
    assertEquals(done(log.delete("a", ExpectedVersion(2))), Left(AppendError.WrongVersion("a", 2, 3)))
    assertEquals(versions(log, "a"), Right(Vector(1L, 2L, 3L)))
    assertEquals(appended(log.delete("new")).version, 1L)
    assertEquals(versions(log, "new"), Right(Vector.empty))

  rule("delete: who reads by offset passes it, and learns of it by its tag"): log =>
    val seen         = ConcurrentLinkedQueue[Long]()
    val subscription = log.subscribe[ContractEvent](Offset.Begin)(record => seen.add(record.offset.sequence): Unit)
    appended(log.append("a", ExpectedVersion.Any, numbers(1 to 2), tags = Set("t")))
    appended(log.delete("a"))
    appended(log.append("a", ExpectedVersion.Any, numbers(3 to 3), tags = Set("t")))
    appended(log.delete("b"))
    eventually("the subscription passes the deletions")(subscription.offset.sequence >= 5)
    subscription.close()
    ends(subscription)
    assertEquals(subscription.failure, None)
    assertEquals(seen.asScala.toVector, Vector(1L, 2L, 4L))
    assertEquals(all(log).map(_.offset.sequence), Vector(1L, 2L, 4L))
    assertEquals(offsets(log.readTagged[ContractEvent]("t")), Vector(1L, 2L, 4L))
    assertEquals(offsets(log.readQuery[ContractEvent](Query.stream("a"))), Vector(1L, 2L, 4L))
    val deletions = ok(log.readTagged[StreamDeleted](StreamDeleted.Tag).toVector)
    assertEquals(deletions.map(record => (record.offset.sequence, record.stream)), Vector((3L, "a"), (5L, "b")))
    assertEquals(ok(log.readAll[Stored]().toVector).map(_.offset.sequence), (1L to 5L).toVector)

  rule("delete: records that are being read end with it"): log =>
    appended(log.append("a", ExpectedVersion.Any, numbers(1 to 3)))
    val records = log.read[ContractEvent]("a")
    try
      assertEquals(ok(records.next()).map(_.version), Some(1L))
      appended(log.delete("a"))
      appended(log.append("a", number(4)))
      var last: Either[ReadError, Option[Record[ContractEvent]]] = Right(None)
      var read                                                   = 1
      while { last = records.next(); last.exists(_.isDefined) } do read += 1
      assertEquals(read, 3)
      assertEquals(last, isDeleted("a", 4, whileRead = true))
      assertEquals(records.next(), Left(ReadError.Closed))
    finally records.close()

  rule("delete: with a key it is done once, with other streams at once or not at all"): log =>
    val key = UUID.randomUUID
    appended(log.append("a", ExpectedVersion.Any, numbers(1 to 2)))
    val first = appended(log.delete("a", key = Some(key)))
    appended(log.append("a", number(3)))
    assertEquals(done(log.delete("a", key = Some(key))), Left(AppendError.Duplicate(first)))
    assertEquals(versions(log, "a"), Right(Vector(4L)))
    def both(expected: Long) = log.appendAll(
      Seq(StreamDeleted.of("a"), StreamAppend("b", ExpectedVersion(expected), numbers(1 to 1), Set("t")))
    )
    assert(done(both(7)).isLeft)
    assertEquals(versions(log, "a"), Right(Vector(4L)))
    appended(both(0))
    assertEquals((versions(log, "a"), versions(log, "b")), (Right(Vector.empty), Right(Vector(1L))))

  rule("delete: an event with the tag alone, or of the type alone, deletes nothing"): log =>
    appended(log.append("a", ExpectedVersion.Any, numbers(1 to 2), tags = Set(StreamDeleted.Tag)))
    assertEquals(versions(log, "a"), Right(Vector(1L, 2L)))
    appended(log.append("b", number(1)))
    appended(log.append("b", StreamDeleted()))
    assertEquals(ok(log.read[Stored]("b").toVector).map(_.version), Vector(1L, 2L))
    // Nor is it taken for a deletion, though a class without fields reads any.
    appended(log.delete("c"))
    assertEquals(ok(log.readTagged[StreamDeleted](StreamDeleted.Tag).toVector).map(_.stream), Vector("c"))
    assertEquals(ok(log.readAll[StreamDeleted]().toVector).map(_.stream), Vector("c"))
    assertEquals(ok(log.readTagged[Stored](StreamDeleted.Tag).toVector).map(_.stream), Vector("a", "a", "c"))

  rule("delete: a stream stays deleted however much follows, and after the log was opened again"): log =>
    appended(log.append("a", ExpectedVersion.Any, numbers(1 to 3)))
    appended(log.delete("a"))
    appended(log.append("a", number(4)))
    (1 to effort.rounds * 50).map(i => log.append("filler", text("x" * 200 + i))).foreach(appended(_))
    assertEquals(versions(log, "a"), Right(Vector(5L)))
    within("close")(log.close())
    openAgain().foreach: again =>
      try
        assertEquals(versions(again, "a"), Right(Vector(5L)))
        assertEquals(versions(again, "a", 2), isDeleted("a", 4))
        assertEquals(again.version("a"), Right(5L))
      finally within("close")(again.close())
