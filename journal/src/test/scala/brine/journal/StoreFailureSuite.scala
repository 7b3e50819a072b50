package brine.journal

import brine.codec.{Codec, Schema}
import java.time.Instant
import java.util.UUID
import java.util.concurrent.atomic.AtomicInteger

/** A store that throws exceptions of its own leaves no cursor open. */
class StoreFailureSuite extends munit.FunSuite:
  private final class OfStore extends RuntimeException("of the store")

  /** A log that fails with its own exception at a call of a cursor, or of its source. */
  private final class Failing(at: String, thrown: => Throwable) extends EventLogReader:
    val (opened, closed)                  = (AtomicInteger(), AtomicInteger())
    private def reach(call: String): Unit = if call == at then throw thrown
    def name: String                      = "failing"
    def durable: Offset                   = Offset(2)
    def version(stream: String)           = Right(2L)
    def offsetAt(time: Instant)           = Right(Offset(1))
    def close(): Unit                     = ()
    def openCursors: Int                  = opened.get - math.min(opened.get, closed.get)
    val source: EventSource               = new EventSource:
      def events(filter: Filter.Basic, from: Offset): EventCursor = FailingCursor()
      def stream(name: String, from: Long): EventCursor           = FailingCursor()
      def visible: Offset                                         = Offset(2)
      override def deletedUpTo(stream: String): Long              =
        reach("deletedUpTo")
        0
      def awaitBeyond(offset: Offset, nanos: Long): Boolean =
        reach("awaitBeyond")
        true // so that a subscription at the end looks for more
      def isClosed: Boolean =
        reach("isClosed")
        false

    private final class FailingCursor extends EventCursor:
      private var sequence = 0L
      private var isOpen   = true
      opened.incrementAndGet(): Unit

      def next(): Boolean =
        if sequence == 1 then reach("next")
        sequence += 1
        sequence <= 2
      override def refresh(): Unit = reach("refresh")
      def offset: Offset           = Offset(math.min(sequence, 2))
      def stream: String           = { reach("stream"); "s" }
      def version: Long            = { reach("version"); sequence }
      def at: Instant              = { reach("at"); Instant.EPOCH }
      def tags: Set[String]        = { reach("tags"); Set.empty }
      def key: Option[UUID]        = { reach("key"); None }
      def keyEvents: Int           = 0
      def schema: Schema           = { reach("schema"); summon[Codec[String]].schema }
      def payload: Array[Byte]     = { reach("payload"); Codec.encodeBare("x") }
      def close(): Unit            =
        if isOpen then closed.incrementAndGet(): Unit
        isOpen = false
        reach("close")

  private val calls = Vector("next", "refresh", "stream", "version", "at", "tags", "key", "schema", "payload")

  private def throwsOwn(at: String)(body: => Any): Unit =
    try
      body
      fail(s"what the store throws at $at was lost")
    catch case _: OfStore => ()

  for at <- calls do
    test(s"what the store throws at $at is thrown, and closes the records, however they are read"):
      val uses = Vector[Records[String] => Any](
        records => while records.next().exists(_.isDefined) do (),
        _.toVector,
        _.foreach(_ => ()),
        _.iterator.toVector
      )
      for use <- uses; open <- Vector[Failing => Records[String]](_.readAll(), _.read("s"), _.readTagged("t")) do
        val log     = Failing(at, OfStore())
        val records = open(log)
        throwsOwn(at)(use(records))
        assertEquals((log.opened.get, log.openCursors), (1, 0))
        assertEquals(records.next(), Left(ReadError.Closed))

    test(s"what the store throws at $at ends a subscription, is its failure, and closes its cursor"):
      val log          = Failing(at, OfStore())
      val subscription = log.subscribe[String](Offset.Begin)(_ => ())
      subscription.awaitEnd()
      assert(subscription.failure.exists(_.isInstanceOf[OfStore]), subscription.failure)
      assertEquals((log.opened.get, log.openCursors), (1, 0))

  test("an error of another kind closes the records, too"):
    val log     = Failing("payload", JournalException(AppendError.Full))
    val records = log.readAll[String]()
    assertEquals(intercept[JournalException](records.next()).error, AppendError.Full)
    assertEquals(log.openCursors, 0)

  test("what the store throws when it looks for a deletion is thrown when the stream is read"):
    val log     = Failing("deletedUpTo", OfStore())
    val records = log.read[String]("s")
    throwsOwn("deletedUpTo")(records.next())
    assertEquals(records.next(), Left(ReadError.Closed))
    assertEquals(log.opened.get, 0)

  test("a source that fails while records are opened leaves none open"):
    for open <- Vector[Failing => Any](
        _.readAll[String](),
        _.read[String]("s"),
        _.subscribe[String](Offset.Begin)(_ => ())
      )
    do
      val log = Failing("isClosed", OfStore())
      throwsOwn("isClosed")(open(log))
      assertEquals((log.opened.get, log.openCursors), (1, 0))

  test("what closing throws after a failure does not hide that failure"):
    val ofClosing = RuntimeException("of closing")
    val log       = new EventCursor:
      def next(): Boolean      = throw OfStore()
      def offset: Offset       = Offset.Begin
      def stream: String       = "s"
      def version: Long        = 1
      def at: Instant          = Instant.EPOCH
      def tags: Set[String]    = Set.empty
      def key: Option[UUID]    = None
      def keyEvents: Int       = 0
      def schema: Schema       = summon[Codec[String]].schema
      def payload: Array[Byte] = Array.emptyByteArray
      def close(): Unit        = throw ofClosing
    val failed = intercept[OfStore](Records[String]("log", log).next())
    assert(failed.getSuppressed.exists(_ eq ofClosing), failed.getSuppressed.toVector)
    // An error is a value, also where closing fails.
    val gone    = ReadError.Gone(Offset(5))
    val missing = new Forwarded(log):
      override def next(): Boolean = throw JournalException(gone)
    assertEquals(Records[String]("log", missing).next(), Left(gone))

  private class Forwarded(cursor: EventCursor) extends EventCursor:
    def next(): Boolean      = cursor.next()
    def offset: Offset       = cursor.offset
    def stream: String       = cursor.stream
    def version: Long        = cursor.version
    def at: Instant          = cursor.at
    def tags: Set[String]    = cursor.tags
    def key: Option[UUID]    = cursor.key
    def keyEvents: Int       = cursor.keyEvents
    def schema: Schema       = cursor.schema
    def payload: Array[Byte] = cursor.payload
    def close(): Unit        = cursor.close()
