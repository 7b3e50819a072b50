package example.store

import brine.codec.javaapi.JavaCodec
import brine.journal.javaapi.JavaEventLog
import brine.journal.testkit.contract.ContractEffort
import brine.journal.testkit.{EventLogContract, MemoryEventLog}
import brine.journal.*

/** A log that is written in Java keeps the contract, and has Java's facade. */
class CountingLogSuite extends EventLogContract:
  private var last = MemoryEventLog()
  last.close()

  def open(): EventLog =
    last = MemoryEventLog(maxPendingAppends = 64)
    CountingLog(last)

  override def openAgain(): Option[EventLog] =
    last = last.openAgain()
    Some(CountingLog(last))

  override def effort: ContractEffort = ContractEffort(programs = 5, rounds = 10)

  test("a program reads encoded events, and appends them with a completion of its own"):
    val log = open()
    try
      assert(log.append("s", ExpectedVersion.NoStream, Seq("a", "b")).await().isRight)
      val stored     = log.read[Stored]("s").toVector.fold(error => fail(error.message), identity)
      val payloads   = stored.map(_.value.bytes)
      val events     = EncodedEvents("copy", ExpectedVersion.NoStream, stored.head.value.schema, payloads)
      val completion = Completion(Level.Disk)
      log.appendEncoded(EncodedAppend.of(Seq(events)), completion, context = 0)
      assertEquals(completion.await().map(_.version), Right(2L))
      val cursor  = log.source.stream("copy", 2)
      val records = Records[String](log.name, cursor)
      assertEquals(records.toVector.map(_.map(_.value)), Right(Vector("b")))
      // The first result of a completion counts.
      completion.rejected(0, AppendError.Full)
      assertEquals(completion.now.map(_.map(_.version)), Some(Right(2L)))
    finally log.close()

  test("it counts the appends, and the facade of Java appends to it and reads from it"):
    val log  = CountingLog(MemoryEventLog())
    val java = JavaEventLog.of(log, JavaCodec.of(summon[brine.codec.Codec[String]]))
    try
      assertEquals(java.append("s", "a").get().version, 1L)
      assert(log.append("s", ExpectedVersion(1), Seq("b")).await().isRight)
      assertEquals(java.read("s").toList.size, 2)
      assertEquals(java.durable.sequence, 2L)
      assertEquals(java.log.name, log.name)
      assertEquals(log.appends(), 2L)
    finally java.close()
    val closed = intercept[brine.journal.JournalException](java.version("s"))
    assertEquals(closed.error, brine.journal.ReadError.Closed)
