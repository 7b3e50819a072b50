package brine.journal.replication

import brine.codec.{Codec, ContainerWriter}
import brine.journal.EventLogReader
import java.io.{ByteArrayInputStream, ByteArrayOutputStream, DataOutputStream, InputStream}

class StreamFeedSuite extends munit.FunSuite:
  private def chunk(number: Long, parts: Seq[StreamPart]): Array[Byte] =
    val container = ContainerWriter()
    val first = if number == 0 then StreamPart.Begin(StreamPart.Version, "log", None) else StreamPart.Chunk(number, 0)
    (first +: parts).foreach(container.add[StreamPart](_))
    val bytes = container.toArray
    val all   = ByteArrayOutputStream()
    val out   = DataOutputStream(all)
    out.writeInt(bytes.length)
    out.write(bytes)
    all.toByteArray

  test("a stream may have many schemas in a row"):
    val schema = StreamPart.Schema(Codec[String].schema.canonical)
    val event  = StreamPart.Event(1, "s", 1, 1, Vector.empty, None, 0, 99_999, Codec.encodeBare("x"))
    val parts  = Vector.fill(100_000)(schema) ++ Vector(event, StreamPart.End(isStopped = false))
    val chunks = StreamChunks(ByteArrayInputStream(StreamPart.Magic ++ chunk(0, parts)))
    val feed   = StreamFeed(chunks)
    chunks.start()
    while feed.begin(1_000_000).fold(error => fail(error.message), _.isEmpty) do ()
    var next = feed.next(1_000_000)
    while next == Feed.Next.Nothing do next = feed.next(1_000_000)
    next match
      case Feed.Next.One(found) => assertEquals(found.record.stream, "s")
      case other                => fail(s"$other")
    assertEquals(feed.next(0), Feed.Next.Over)

  /** Chunks without an end. Knows who reads them. */
  private final class Endless extends InputStream:
    @volatile var reader: Option[Thread] = None
    private var number                   = 0L
    private var current                  = ByteArrayInputStream(StreamPart.Magic)
    def read(): Int                      =
      reader = Some(Thread.currentThread)
      val byte = current.read()
      if byte >= 0 then byte
      else
        current = ByteArrayInputStream(chunk(number, Nil))
        number += 1
        current.read()

  test("a follower that ends before its stream leaves no thread behind"):
    val in     = Endless()
    val target = new ReplicaTarget:
      def name                                              = "a replica"
      def misplaced(from: EventLogReader)                   = None
      def open(of: String, again: Boolean, adopts: Boolean) =
        Left(ReplicaTarget.Problem(FollowError.Refused("it cannot be opened"), mayPass = false))
    val result = FollowerWork(StreamSource(in), target, FollowSettings(), misplaced = None).run()
    assertEquals(result, Left(FollowError.Refused("it cannot be opened")))
    val thread = in.reader.get
    thread.join(60_000)
    assert(!thread.isAlive, thread.getStackTrace.mkString("\n"))
