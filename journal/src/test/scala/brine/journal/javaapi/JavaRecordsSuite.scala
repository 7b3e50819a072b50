package brine.journal.javaapi

import brine.codec.Codec
import brine.codec.javaapi.JavaCodec
import brine.journal.*

/** Records whose file fails when it is closed. */
class JavaRecordsSuite extends munit.FunSuite:
  private def failing(read: (JavaRecords[String], FaultyStorage) => Any): Unit =
    TemporaryFolder.use: folder =>
      val storage = FaultyStorage()
      val journal = JavaJournal.of(Journal.open(folder, storage = storage), JavaCodec.of(summon[Codec[String]]))
      journal.append("s", "a").join(): Unit
      val error = intercept[JournalException](read(journal.readAll(), storage)).error
      assert(error.isInstanceOf[ReadError.Failed], error)
      storage.fails = false
      journal.close()

  test("those of another type with the same fields"):
    TemporaryFolder.use: folder =>
      val deposits = JavaJournal.of(Journal.open(folder), JavaCodec.of(summon[Codec[ReadAsSuite.Deposited]]))
      try
        deposits.append("s", ReadAsSuite.Deposited("a", 5)).join(): Unit
        val withdrawals = deposits.withCodec(JavaCodec.of(summon[Codec[ReadAsSuite.Withdrawn]]))
        val failure     = intercept[JournalException](withdrawals.read("s").forEach(_ => ()))
        assert(failure.error.isInstanceOf[ReadError.Undecodable], failure.error)
        assert(failure.getMessage.contains("of the type Deposited, not Withdrawn"), failure.getMessage)
        assert(failure.getCause != null)
        val later = deposits.withCodec(JavaCodec.of(summon[Codec[ReadAsSuite.Later.PaidIn]]))
        assertEquals(later.read("s").toList.get(0).value, ReadAsSuite.Later.PaidIn("a", 5))
      finally deposits.close()

  test("closing them"):
    failing: (records, storage) =>
      assert(records.next().isPresent)
      storage.fails = true
      records.close()

  test("passing each to a function"):
    failing((records, storage) => records.forEach(_ => storage.fails = true))

  test("folding them"):
    failing: (records, storage) =>
      records.fold(
        0,
        (count, _) =>
          storage.fails = true
          count + 1
      )

  test("iterating over them"):
    failing: (records, storage) =>
      val all = records.iterator()
      assertEquals(all.next().value, "a")
      storage.fails = true
      all.hasNext
