package brine.pekko.persistence.internal

import brine.codec.{Codec, Schemas}
import brine.journal.{ExpectedVersion, Record, Stored}
import brine.journal.testkit.MemoryEventLog
import brine.pekko.persistence.{AccountEvent, BrinePersistence, PersistenceSystem}
import org.apache.pekko.persistence.journal.Tagged
import org.apache.pekko.persistence.{AtomicWrite, PersistentRepr}
import org.apache.pekko.serialization.SerializationExtension
import scala.util.Using

class EventConversionSuite extends munit.FunSuite:
  private val account                  = EventType(classOf[AccountEvent], Codec[AccountEvent], Schemas.none)
  private val paid: AccountEvent       = AccountEvent.Paid(5)
  private def repr(event: Any, n: Int) = PersistentRepr(event, n, "account-1", writerUuid = "writer")

  private def using(types: EventType[?]*)(body: EventConversion => Unit): Unit =
    val log = MemoryEventLog()
    Using.resource(PersistenceSystem(BrinePersistence.setup(log))): system =>
      body(EventConversion(SerializationExtension(system.system), EventTypes(types.toVector)))
    log.close()

  private def isNative(write: PreparedWrite) = write.schema.fingerprint == account.codec.schema.fingerprint

  test("an event is native if its record can hold everything"):
    using(account): conversion =>
      assert(isNative(conversion.prepare(AtomicWrite(List(repr(paid, 1), repr(AccountEvent.Closed, 2))))))
      assert(isNative(conversion.prepare(AtomicWrite(List(1, 2).map(repr(Tagged(paid, Set("a")), _))))))
      // Otherwise Pekko serializes it, which these events have no serializer for.
      for write <- List(
          AtomicWrite(List(repr(Tagged(paid, Set("a")), 1), repr(paid, 2))),
          AtomicWrite(repr(paid, 1).withManifest("adapter")),
          AtomicWrite(repr(paid, 1).withMetadata("metadata")),
          AtomicWrite(List(repr(paid, 1), repr("text", 2)))
        )
      do intercept[Exception](conversion.prepare(write))
      assert(!isNative(conversion.prepare(AtomicWrite(repr("text", 1)))))

  test("the key of native events is of their writer, id and number; others have none"):
    using(account): conversion =>
      val one = conversion.prepare(AtomicWrite(repr(paid, 1)))
      assert(one.key.isDefined)
      assertEquals(conversion.prepare(AtomicWrite(repr(AccountEvent.Closed, 1))).key, one.key)
      assertNotEquals(conversion.prepare(AtomicWrite(repr(paid, 2))).key, one.key)
      val other = PersistentRepr(paid, 1, "account-1", writerUuid = "other")
      assertNotEquals(conversion.prepare(AtomicWrite(other)).key, one.key)
      assertEquals(conversion.prepare(AtomicWrite(repr("text", 1))).key, None)

  test("everything that Pekko stores comes back"):
    using(): conversion =>
      val log      = MemoryEventLog()
      val original =
        repr(Tagged("text", Set("tag")), 1).withManifest("adapter").withTimestamp(77).withMetadata("metadata")
      val write = conversion.prepare(AtomicWrite(original))
      log.appendEncoded(write.append, brine.journal.Completion(brine.journal.Level.Disk), 0)
      val rejected = conversion.rejected(AtomicWrite(List(repr("a", 2), repr("b", 3))))
      val done     = brine.journal.Completion(brine.journal.Level.Disk)
      log.appendEncoded(rejected.append, done, 0)
      assert(done.await().isRight)
      val events = log.read[Stored]("account-1").toVector.fold(error => fail(error.message), identity)
      val first  = conversion.read(events.head).get
      assertEquals(first.tags, Set("tag"))
      assertEquals(first.millis, 77L)
      assertEquals(first.repr, original.withPayload("text"))
      assertEquals((first.repr.timestamp, first.repr.metadata), (77L, Some("metadata")))
      assertEquals(events.drop(1).map(conversion.read), Vector(None, None))
      log.close()

  test("both forms are read, and an event of an unknown type is an error that names it"):
    val log = MemoryEventLog()
    assert(log.append("account-1", ExpectedVersion.NoStream, Seq(paid)).await().isRight)
    val record: Record[Stored] = log.read[Stored]("account-1").toVector.fold(error => fail(error.message), _.head)
    using(account)(conversion => assertEquals(conversion.read(record).map(_.repr.payload), Some(paid)))
    using(): conversion =>
      val error = intercept[IllegalStateException](conversion.read(record))
      assert(clue(error.getMessage).contains("AccountEvent"))
    log.close()
