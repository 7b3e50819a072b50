package brine.journal.javaapi

import brine.codec.Codec
import brine.codec.javaapi.JavaCodec
import brine.journal.*
import java.util.concurrent.ConcurrentLinkedQueue

/** The facade throws what it documents when the file system fails. */
class JavaJournalReaderSuite extends munit.FunSuite:
  private val strings = JavaCodec.of(summon[Codec[String]])

  private def failed(body: => Any): Unit =
    val error = intercept[JournalException](body).error
    assert(error.isInstanceOf[ReadError.Failed], error)

  test("a reader that cannot look for records says so"):
    TemporaryFolder.use: folder =>
      val storage = FaultyStorage()
      val writer  = Journal.open(folder)
      val reader  = new JavaJournalReader(JournalReader.open(folder, storage = storage), strings)
      storage.fails = true
      failed(reader.durable)
      failed(reader.close())
      writer.close()

  test("a journal whose lock fails is closed all the same, and says both"):
    TemporaryFolder.use: folder =>
      val storage = FaultyStorage()
      val journal = JavaJournal.of(Journal.open(folder, storage = storage), strings)
      val states  = ConcurrentLinkedQueue[JournalState]()
      journal.onStateChange(state => states.add(state): Unit)
      storage.fails = true
      failed(journal.close())
      assert(states.contains(JournalState.Closed), states)
      Journal.open(folder).close()
