package brine.codec.zstd

import brine.codec.{Compression, ContainerReader, ContainerWriter, DecodeError, Limits, Out}

import java.util.zip.CRC32C

class ZstdContainerSuite extends munit.FunSuite:
  import Messages.*

  private def container(compression: Compression, visits: Seq[Visit], blockSize: Int = 1 << 16): Array[Byte] =
    val writer = ContainerWriter(blockSize, compression)
    visits.foreach(writer.add(_))
    writer.toArray

  private def readAll(bytes: Array[Byte], compressions: Compression*): List[Either[DecodeError, Visit]] =
    val reader = ContainerReader(bytes, compressions = compressions)
    Iterator.continually(reader).takeWhile(_.hasNext).map(_.next[Visit]()).toList

  private def problem(bytes: Array[Byte], compressions: Compression*): String =
    readAll(bytes, compressions*).collectFirst { case Left(error) => error.problem }.getOrElse("none")

  test("containers come back, in one block or many, at every level, with a dictionary and without"):
    val all = visits(1, 300)
    for
      blockSize <- Seq(1, 500, 1 << 16)
      zstd      <- Seq(Zstd(), Zstd(19), Zstd(-3), Zstd(trained), Zstd(trained, 19))
    do assertEquals(readAll(container(zstd, all, blockSize), zstd), all.map(Right(_)).toList)

  test("the same values have the same bytes"):
    for zstd <- Seq(Zstd(), Zstd(19), Zstd(trained)) do
      assertEquals(container(zstd, visits(1, 500)).toSeq, container(zstd, visits(1, 500)).toSeq)

  private val compressions = Seq(Compression.Plain, Compression.Deflate, Zstd(19))

  test("it is smaller than DEFLATE, which is smaller than plain"):
    // Messages of two types stay one by one.
    def size(compression: Compression) =
      val writer = ContainerWriter(1 << 16, compression)
      visits(1, 1000).foreach: visit =>
        writer.add(visit)
        writer.add(visit.agent)
      writer.toArray.length
    val Seq(plain, deflated, zstd) = compressions.map(size(_)): @unchecked
    assert(zstd < deflated && deflated < plain, s"$zstd $deflated $plain")

  // Most of what is left are random numbers, in which DEFLATE and Zstandard find as little.
  test("messages in columns become smaller too"):
    val Seq(plain, deflated, zstd) = compressions.map(container(_, visits(1, 1000)).length): @unchecked
    assert(zstd < plain * 0.9 && deflated < plain * 0.9, s"$zstd $deflated $plain")

  test("a block that does not become smaller is written as it is"):
    assertEquals(container(Zstd(), visits(1, 1)).toSeq, container(Compression.Plain, visits(1, 1)).toSeq)

  test("a reader without it says what is missing"):
    val error = problem(container(Zstd(), visits(1, 100)))
    assert(error.contains("kind 2 (Zstandard)") && error.contains("brine-codec-zstd"), error)

  test("a reader without the dictionary, or with another, names both"):
    val bytes   = container(Zstd(trained), visits(1, 100))
    val without = problem(bytes, Zstd())
    assert(without.contains(s"dictionary ${trained.id}") && without.contains("was given none"), without)
    val wrong = problem(bytes, Zstd(other))
    assert(wrong.contains(s"dictionary ${trained.id}") && wrong.contains(s"has ${other.id}"), wrong)
    assertEquals(problem(bytes, Zstd(other).reading(trained)), "none")

  test("damage anywhere is noticed"):
    val all   = visits(1, 60)
    val bytes = container(Zstd(trained), all, 500)
    for at <- 5 until bytes.length do
      val damaged = bytes.clone()
      damaged(at) = (damaged(at) ^ 4).toByte
      val read = readAll(damaged, Zstd(trained))
      assert(read.exists(_.isLeft) && read.flatMap(_.toOption).forall(all.contains), s"byte $at")

  private def block(size: Int, frame: Array[Byte]): Array[Byte] =
    val payload = Out()
    payload.writeUnsignedInt(size)
    payload.writeBytes(frame, 0, frame.length)
    val bytes = payload.toArray
    val crc   = new CRC32C
    crc.update(bytes)
    val out = Out()
    "BRNS\u0001".foreach(char => out.writeByte(char.toByte))
    out.writeUnsignedInt(bytes.length)
    out.writeByte(2)
    for i <- 0 until 4 do out.writeByte((crc.getValue >>> 8 * i).toByte)
    out.writeBytes(bytes, 0, bytes.length)
    out.toArray

  test("a frame that is not of the length announced is refused, before memory is taken for it"):
    val zeros = new Array[Byte](1000)
    val frame = Zstd().compress(zeros, 1000).get
    assert(problem(block(1000, frame), Zstd()).contains("the message ends"))
    assert(problem(block(999, frame), Zstd()).contains("a Zstandard frame of 1000 bytes, where 999 were announced"))
    assert(problem(block(Int.MaxValue, frame), Zstd()).contains("Limits.allocationFactor"))
    assert(problem(block(-1, frame), Zstd()).contains("Limits.allocationFactor"))
    for bad <- Seq(frame :+ 0.toByte, frame.dropRight(1), frame.tail, frame ++ frame, Array[Byte](7, 7, 7)) do
      assert(problem(block(1000, bad), Zstd()).contains("Zstandard frame"))
    // A frame that may be skipped (RFC 8878, 3.1.2) stands for nothing.
    val skipped = Array[Byte](0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0)
    assert(problem(block(1000, skipped ++ frame), Zstd()).contains("not a Zstandard frame"))

  test("a block of which a reader would have to believe too much is written as it is"):
    val limits = Limits(allocationFactor = 4, allocationBase = 1000)
    val writer = ContainerWriter(compression = Zstd(), limits = limits)
    for i <- 1 to 200 do writer.add(s"$i" + "x" * 3000)
    val bytes  = writer.toArray
    val reader = ContainerReader(bytes, limits, Seq(Zstd()))
    var count  = 0
    while reader.hasNext do
      assert(clue(reader.next[String]()).isRight)
      count += 1
    assertEquals(count, 200)

  test("a program may bring a compression of its own, under a number that is free"):
    object Inverted extends Compression:
      def kind                                    = 200
      def name                                    = "inverted"
      def compress(bytes: Array[Byte], most: Int) = Some(bytes.drop(9).map(byte => (~byte).toByte))
      def expand(bytes: Array[Byte], from: Int, length: Int, size: Int) =
        if length == 3 then throw new IllegalStateException("three") else Right(bytes.slice(from, from + length))
    val bytes = container(Inverted, visits(1, 1))
    assert(problem(bytes, Inverted).contains("a compressed block of"), problem(bytes, Inverted))
    assert(problem(bytes).contains("kind 200, which this reader does not know"))
    assert(problem(block(7, Array[Byte](1, 2, 3)).updated(6, 200.toByte), Inverted).contains("inverted cannot read"))
    intercept[IllegalArgumentException](ContainerReader(bytes, compressions = Seq(Inverted, Inverted)))
    intercept[IllegalArgumentException](ContainerReader(bytes, compressions = Seq(Compression.Deflate)))
