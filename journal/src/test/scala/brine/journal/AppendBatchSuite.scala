package brine.journal

import brine.codec.{Codec, EncodeError}
import brine.journal.storage.MemoryStorage
import java.lang.management.ManagementFactory
import java.nio.file.Path
import java.time.Duration
import java.util.UUID
import java.util.concurrent.Semaphore
import scala.jdk.CollectionConverters.*

class AppendBatchSuite extends munit.FunSuite:
  private val threads = ManagementFactory.getThreadMXBean.asInstanceOf[com.sun.management.ThreadMXBean]

  private def allocated(): Long =
    val own    = Thread.currentThread.threadId
    val writer = Thread.getAllStackTraces.keySet.asScala.find(_.getName == "brine-journal-writer-batches").get.threadId
    threads.getThreadAllocatedBytes(own) + threads.getThreadAllocatedBytes(writer)

  test("a batch that is used again allocates nothing in a journal in files, on neither thread"):
    // The index of the current segment grows with each group, so the groups are large, however busy the machine is.
    val settings = JournalSettings(
      segmentSize = 64 << 20,
      firstSegmentSize = 64 << 20,
      maxPendingAppends = 64,
      linger = Duration.ofMillis(1)
    )
    val journal = Journal.open(Path.of("batches"), settings, MemoryStorage())
    try
      val done     = Semaphore(0)
      val listener = new AppendListener:
        def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit = done.release()
        def rejected(context: Long, error: AppendError): Unit                                       = ()
      val batch                    = AppendBatch()
      val tags                     = Set("x", "y")
      val event                    = "an event"
      def append(count: Int): Unit =
        var i = 0
        while i < count do
          batch.clear().withLevel(Level.Memory)
          batch.to("a", ExpectedVersion.Any, tags).add(event).add(event)
          batch.to("b").add(event)
          journal.appendBatch(batch, listener, 7, waits = true)
          i += 1
        done.acquire(count)
      append(20_000)
      // What the runtime allocates by itself now and then is in one of these only.
      val costs = (1 to 5).map: _ =>
        val before = allocated()
        append(2_000)
        (allocated() - before) / 2_000.0
      // Less than one object.
      assert(costs.min < 16, s"bytes per append: ${costs.mkString(", ")}")
    finally journal.close()

  test("what is wrong is refused when it is added, and the batch is as before"):
    val batch = AppendBatch()
    intercept[IllegalStateException](batch.add("x"))
    intercept[IllegalArgumentException](batch.encoded)
    batch.to("a").add("x")
    for name <- Vector("", "x" * 1025, "a\ud800") do
      intercept[IllegalArgumentException](batch.to(name))
      intercept[IllegalArgumentException](batch.to("b", tags = Set("t", name)))
    intercept[IllegalArgumentException](batch.to("a"))
    intercept[NullPointerException](batch.to("b", null.asInstanceOf[ExpectedVersion]))
    intercept[NullPointerException](batch.withKey(null.asInstanceOf[UUID]))
    intercept[NullPointerException](batch.withLevel(null.asInstanceOf[Level]))
    intercept[NullPointerException](batch.unless(null.asInstanceOf[Query], Offset.Begin))
    intercept[EncodeError](batch.add(null.asInstanceOf[String]))
    val thrown = IllegalStateException("of the codec")
    val broken = Codec.of[String]("broken", 1)((out, _) => { out.writeInt(7); throw thrown })(_ => "")
    batch.to("c")
    intercept[IllegalStateException](batch.add("x")(using broken))
    for change <- Vector[() => Any](
        () => batch.add("z"),
        () => batch.addStored(summon[Codec[String]].schema, Array(1)),
        () => batch.to("d"),
        () => batch.clear()
      )
    do
      val hostile = Codec.of[String]("hostile", 1)((_, _) => change(): Unit)(_ => "")
      val message = intercept[IllegalStateException](batch.add("x")(using hostile)).getMessage
      assert(message.contains("a codec changes the batch"), message)
    intercept[NullPointerException](batch.addStored(null.asInstanceOf[brine.codec.Schema], Array(1)))
    intercept[NullPointerException](batch.addStored(summon[Codec[String]].schema, null.asInstanceOf[Array[Byte]]))
    batch.add("y")
    val error = intercept[IllegalArgumentException](batch.add(1))
    assert(error.getMessage.contains("have one type"), error.getMessage)
    val append = batch.encoded
    assertEquals(append.parts.map(_.stream), Vector("a", "c"))
    assertEquals(append.parts.map(_.payloads.size), Vector(1, 1))
    assertEquals((batch.events, batch.size), (2, append.bytes.toInt))

  test("it is the append that an EncodedAppend makes of the same"):
    val key       = UUID.randomUUID
    val condition = AppendCondition(Query.tagged("t"), Offset(3))
    val batch     = AppendBatch().withKey(key).withLevel(Level.Memory).unless(condition.query, condition.after)
    batch.to("a", ExpectedVersion(7), Set("x")).add("one").add("two").to("b").add(3)
    val parts = Seq(
      StreamAppend("a", ExpectedVersion(7), Seq("one", "two"), Set("x")),
      StreamAppend("b", ExpectedVersion.Any, Seq(3))
    )
    val (found, want) = (batch.encoded, EncodedAppend(parts, Some(key), Level.Memory, Seq(condition)))
    assertEquals((found.key, found.level, found.conditions), (want.key, want.level, want.conditions))
    found.parts
      .zip(want.parts)
      .foreach: (one, other) =>
        assertEquals((one.stream, one.expected, one.tags), (other.stream, other.expected, other.tags))
        assertEquals(one.schema, other.schema)
        assertEquals(one.payloads.map(_.toVector), other.payloads.map(_.toVector))
    batch.clear()
    assertEquals((batch.events, batch.size, batch.key, batch.level), (0, 0, None, Level.Disk))
    assert(batch.conditions.isEmpty)

  test("each stream is named once, in batches of few streams, of many, and of as many as there may be"):
    val batch = AppendBatch()
    for _ <- 1 to 2 do
      batch.clear()
      for count <- 1 to 70 do
        val next = s"s$count"
        intercept[IllegalArgumentException](batch.to(next, tags = Set("")))
        batch.to(next).add(count)
        for named <- Vector(1, (count + 1) / 2, count) do intercept[IllegalArgumentException](batch.to(s"s$named"))
      for count <- 71 to EncodedAppend.MostEvents do batch.to(s"s$count").add(count)
      intercept[IllegalArgumentException](batch.to("s70"))
      assertEquals(batch.encoded.parts.size, EncodedAppend.MostEvents)
    batch.clear()
    assertEquals(batch.to("s70").add(1).encoded.parts.map(_.stream), Vector("s70"))

  test("in a journal, a batch is checked as any append: counts and sizes"):
    val journal = Journal.open(Path.of("checks"), JournalSettings(maxAppendBytes = 1000), MemoryStorage())
    try
      val batch = AppendBatch()
      intercept[IllegalArgumentException](journal.append(batch))
      batch.to("a")
      intercept[IllegalArgumentException](journal.append(batch))
      batch.add("x" * 2000)
      assertEquals(journal.append(batch).await().left.map(_.getClass.getSimpleName), Left("TooLarge"))
      batch.clear().to("a")
      for _ <- 0 to EncodedAppend.MostEvents do batch.add(())
      intercept[IllegalArgumentException](journal.append(batch))
      batch.clear().to("a").add("x")
      for _ <- 0 to AppendCondition.Most do batch.unless(Query.none, Offset.Begin)
      intercept[IllegalArgumentException](journal.append(batch))
      batch.clear().to("a").add("x")
      val clauses = (1 to Query.MostClauses).map(i => Query.tagged(s"t$i")).reduce(_ or _)
      batch.unless(clauses, Offset.Begin).unless(Query.tagged("a"), Offset.Begin)
      intercept[IllegalArgumentException](journal.append(batch))
      assertEquals(journal.version("a"), Right(0L))
      // Many streams in one slot, then one again.
      for count <- Vector(100, 3, 1, 70, 1) do
        batch.clear()
        for i <- 1 to count do batch.to(s"s$i", tags = Set(s"t$i")).add(i)
        assert(journal.append(batch).await().isRight)
        assert(journal.append("one", "x").await().isRight)
      assertEquals(journal.read[Int]("s1").toVector.map(_.size), Right(5))
      assertEquals(journal.readTagged[Int]("t70").toVector.map(_.map(_.value)), Right(Vector(70, 70)))
    finally journal.close()
