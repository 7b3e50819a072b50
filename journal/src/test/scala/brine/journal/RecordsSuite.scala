package brine.journal

import brine.codec.Schema
import brine.journal.maintenance.ClosedJournal.{fill, made, settings, use}
import brine.journal.storage.{FewDescriptorsStorage, Storage}
import java.util.concurrent.atomic.AtomicReference
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, TimeUnit}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Records that more than one thread uses. */
class RecordsSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  /** Reads texts; the first record is at a gate until it is opened. */
  private final class Gated extends ReadAs[String]:
    val reached: CountDownLatch = CountDownLatch(1)
    val gate: CountDownLatch    = CountDownLatch(1)

    def read(bytes: Array[Byte], schema: Schema) =
      reached.countDown()
      // Not by `assert`, which would make the asserts of the other thread wait.
      if !gate.await(60, TimeUnit.SECONDS) then throw AssertionError("the gate stayed closed")
      summon[ReadAs[String]].read(bytes, schema)

  private def inThread[A](name: String)(body: => A): () => A =
    val result = AtomicReference[Option[scala.util.Try[A]]](None)
    val thread = Thread(() => result.set(Some(scala.util.Try(body))), name)
    thread.start()
    () =>
      thread.join(60_000)
      result.get.getOrElse(fail(s"$name hangs")).get

  private def withRecords(body: (Records[String], Gated, FewDescriptorsStorage) => Unit): Unit =
    TemporaryFolder.use: folder =>
      use(Storage.disk, folder)(fill(_, 100))
      val storage = FewDescriptorsStorage()
      Using.resource(JournalReader.open(folder, settings, storage)): reader =>
        val as      = Gated()
        val records = reader.readAll[String]()(using as)
        try body(records, as, storage)
        finally as.gate.countDown()

  test("a second thread that reads gets an error that says so, and the first one reads on"):
    withRecords: (records, as, _) =>
      val first = inThread("first reader")(records.next())
      assert(as.reached.await(60, TimeUnit.SECONDS))
      for use <- Seq[() => Any](() => records.next(), () => records.toVector, () => records.iterator.next()) do
        val error = intercept[IllegalStateException](use())
        assert(clue(error.getMessage).contains("'first reader'"))
        assert(error.getMessage.contains(s"'${Thread.currentThread.getName}'"))
        assert(error.getMessage.contains(records.log))
      as.gate.countDown()
      assertEquals(first().map(_.map(_.offset)), Right(Some(Offset(1))))
      // Threads may take turns.
      assertEquals(records.next().map(_.map(_.offset)), Right(Some(Offset(2))))
      assertEquals(records.toVector.map(_.size), Right(98))

  test("records that another thread closes are closed once the record that is being read was read"):
    withRecords: (records, as, storage) =>
      val before = storage.opened
      val first  = inThread("first reader")(records.next())
      assert(as.reached.await(60, TimeUnit.SECONDS))
      records.close()
      assert(storage.opened > before)
      assertEquals(records.next(), Left(ReadError.Closed))
      as.gate.countDown()
      assertEquals(first().map(_.map(_.offset)), Right(Some(Offset(1))))
      assertEquals(storage.opened, before)
      assertEquals(records.next(), Left(ReadError.Closed))

  test("a fold ends where another thread closes its records"):
    withRecords: (records, as, storage) =>
      val before = storage.opened
      val all    = inThread("first reader")(records.toVector)
      assert(as.reached.await(60, TimeUnit.SECONDS))
      records.close()
      as.gate.countDown()
      assertEquals(all(), Left(ReadError.Closed))
      assertEquals(storage.opened, before)

  test("a record that cannot be decoded is not passed: reading continues with it"):
    use(brine.journal.storage.MemoryStorage()): journal =>
      for event <- 1 to 3 do journal.append("s", event).await()
      journal.append("s", "a text").await()
      journal.append("s", 5).await()
      val all = journal.readAll[Int]()
      assertEquals(all.nextBatch().map(_.map(_.value)), Right(Vector(1, 2, 3)))
      // A program that stores this with the batch's effect must not lose the fourth.
      assertEquals(all.offset, Offset(3))
      assert(all.nextBatch().left.exists(_.isInstanceOf[ReadError.Undecodable]))
      assertEquals(all.offset, Offset(3))
      assertEquals(journal.readAllAfter[String](all.offset).next().map(_.map(_.offset)), Right(Some(Offset(4))))
      val one = journal.readAllAfter[Int](Offset(3))
      assert(one.next().isLeft)
      assertEquals(one.offset, Offset(3))

  test("to wait a negative time is not to wait, however long it is"):
    use(brine.journal.storage.MemoryStorage()): journal =>
      for nanos <- Vector(-1, Long.MinValue) do
        assertEquals(journal.readAll[Int]().await(java.time.Duration.ofNanos(nanos)), Right(None))
      assertEquals(journal.readAll[Int]().await(java.time.Duration.ofSeconds(Long.MinValue)), Right(None))

  test("the function of a fold may read on"):
    use(made(10)): journal =>
      val records = journal.readAll[String]()
      val read    = records.foldLeft(Vector.empty[Long]): (sum, record) =>
        val next = records.next().fold(error => fail(s"$error"), _.map(_.offset.sequence))
        (sum :+ record.offset.sequence) ++ next
      assertEquals(read, Right((1L to 10L).toVector))

  test("threads that use the same records all the time get right records, each once, or the error"):
    val count = 20_000
    use(made(count)): journal =>
      for _ <- 1 to 5 do
        val records                = journal.readAll[String]()
        val read                   = ConcurrentLinkedQueue[Long]()
        def readAll(): Option[Any] =
          var end: Option[Any] = None
          while end.isEmpty do
            try
              records.next() match
                case Right(Some(record)) => read.add(record.offset.sequence): Unit
                case Right(None)         => end = Some(None)
                case Left(error)         => end = Some(error)
            catch case _: IllegalStateException => ()
          end
        val others = (1 to 2).map(n => inThread(s"reader $n")(readAll()))
        assertEquals(others.flatMap(_()).toSet, Set[Any](None))
        assertEquals(read.asScala.toVector.sorted, (1L to count.toLong).toVector)
        records.close()
