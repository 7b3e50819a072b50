package brine.lab.peers.brine

import java.io.ByteArrayOutputStream
import java.util.zip.GZIPOutputStream

import _root_.brine.codec.{Codec, Compression, ContainerReader, ContainerWriter}
import _root_.brine.codec.zstd.{Zstd, ZstdDictionary}
import _root_.brine.lab.model.*

/** What the events of the 64k site take in one container, and one by one, plain and compressed: targets of the design
  * that no row of the lab shows. Prints the figures of the pages.
  */
final class ContainerSizeSuite extends munit.FunSuite:
  private given Codec[SiteEvent] = Codec.derived

  /** What no compressor tried gets below: the random bits and the texts of these events. */
  private val floor = 6916

  private def eventsOf(site: Site): Seq[SiteEvent] = EventProcessor.unapply(site).map(_.event)

  private lazy val events   = eventsOf(SiteGenerator.site("64k"))
  private lazy val messages = events.map(Codec.encodeBare(_))

  /** Of sites of the same program, with other texts (of the same vocabulary), identifiers and instants. */
  private lazy val others = (1L to 64L).map(seed => eventsOf(SiteGenerator.site("64k", 1000 * seed)))

  private def container(events: Seq[SiteEvent], compression: Compression = Compression.Plain): Array[Byte] =
    val container = ContainerWriter(compression = compression)
    events.foreach(container.add(_))
    container.toArray

  private def read(bytes: Array[Byte], compressions: Compression*): List[Any] =
    val reader = ContainerReader(bytes, compressions = compressions)
    Iterator.continually(reader).takeWhile(_.hasNext).map(_.next[SiteEvent]()).toList

  private def gzipped(bytes: Array[Byte]): Int =
    val out  = ByteArrayOutputStream()
    val gzip = GZIPOutputStream(out)
    gzip.write(bytes)
    gzip.close()
    out.size

  private def say(what: String, size: Int): Unit = println(f"${events.size}%,d events: $size%,7d B $what")

  test("the events of the 64k site in one container take at most 0.35 of one message each"):
    val plain = container(events)
    say("one by one", messages.map(_.length).sum)
    say("in a container", plain.length)
    assert(plain.length <= 0.35 * messages.map(_.length).sum, plain.length)
    assertEquals(read(plain), events.map(Right(_)).toList)

  private val inContainer = Seq("DEFLATE" -> Compression.Deflate, "zstd" -> Zstd(), "zstd at level 19" -> Zstd(19))

  for (name, compression) <- inContainer do
    test(s"a container of them compressed by $name is within a tenth of what no compressor gets below"):
      val bytes = container(events, compression)
      say(s"in a container, $name", bytes.length)
      assert(bytes.length <= 1.1 * floor, bytes.length)
      if compression.kind == 2 then assertEquals(read(bytes, Zstd()), events.map(Right(_)).toList)

  test("a dictionary learnt from containers of other sites takes it below that"):
    val dictionary = ZstdDictionary.train(others.map(container(_)), size = 16384)
    for level <- Seq(3, 19) do
      val zstd  = Zstd(dictionary, level)
      val bytes = container(events, zstd)
      say(s"in a container, zstd at level $level with a dictionary of ${dictionary.size} B", bytes.length)
      assert(bytes.length <= 0.8 * floor, bytes.length)
      assertEquals(read(bytes, zstd), events.map(Right(_)).toList)

  test("compressed one by one they become smaller with a dictionary only"):
    val raw = messages.map(_.length).sum
    say("one by one, gzip", messages.map(gzipped).sum)
    say("one by one, zstd", messages.map(Zstd().compress(_).length).sum)
    assert(messages.map(gzipped).sum > raw)
    assert(messages.map(Zstd().compress(_).length).sum > raw)
    val dictionary = ZstdDictionary.train(others.take(8).flatten.map(Codec.encodeBare(_)), size = 16384).withId(1)
    for level <- Seq(3, 19) do
      val zstd = Zstd(dictionary, level)
      val all  = messages.map(zstd.compress(_))
      say(s"one by one, zstd at level $level with a dictionary of ${dictionary.size} B", all.map(_.length).sum)
      assert(all.map(_.length).sum <= 0.7 * raw, all.map(_.length).sum)
      assertEquals(
        all.map(zstd.decompress(_, 65536).flatMap(Codec.decodeBare[SiteEvent](_))).toList,
        events.map(Right(_)).toList
      )
