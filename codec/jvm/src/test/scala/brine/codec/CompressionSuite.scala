package brine.codec

import brine.codec.internal.bytes.Deflate

class CompressionSuite extends munit.FunSuite, CodecChecks:
  private def container(compression: Compression, texts: Seq[String]): Array[Byte] =
    val writer = ContainerWriter(blockSize = 1000, compression)
    texts.foreach(writer.add(_))
    writer.toArray

  private def readAll(bytes: Array[Byte]): List[Either[DecodeError, String]] =
    val reader = ContainerReader(bytes)
    Iterator.continually(reader).takeWhile(_.hasNext).map(_.next[String]()).toList

  private val texts = (1 to 500).map(i => s"the quick brown fox number $i jumps over the lazy dog")

  test("compressed blocks are smaller and read the same"):
    val plain    = container(Compression.Plain, texts)
    val deflated = container(Compression.Deflate, texts)
    assert(deflated.length * 3 < plain.length, s"${deflated.length} of ${plain.length}")
    assertEquals(readAll(deflated), texts.toList.map(Right(_)))

  test("a block that compression would make larger is written as it is"):
    assertEquals(hex(container(Compression.Deflate, Seq("ab"))), hex(container(Compression.Plain, Seq("ab"))))

  test("damage anywhere is noticed"):
    val bytes = container(Compression.Deflate, texts.take(40))
    val good  = texts.map(Right(_)).toSet[Either[DecodeError, String]]
    for at <- 5 until bytes.length do
      val damaged = bytes.clone()
      damaged(at) = (damaged(at) ^ 4).toByte
      val read = readAll(damaged)
      assert(read.exists(_.isLeft) && read.filter(_.isRight).forall(good), s"byte $at")

  private def deflated(size: Int, stream: Array[Byte]): Array[Byte] =
    val out = Out()
    out.writeUnsignedInt(size)
    out.writeBytes(stream, 0, stream.length)
    val payload = out.toArray
    val crc     = internal.bytes.Checksum.crc32c(payload, 0, payload.length)
    val block   = Out()
    block.writeBytes(bytes("42 52 4e 53 01"), 0, 5)
    block.writeUnsignedInt(payload.length)
    block.writeByte(1)
    block.writeBits(crc, 4)
    block.writeBytes(payload, 0, payload.length)
    block.toArray

  private def problem(container: Array[Byte]): String =
    readAll(container).head.left.map(_.problem).swap.getOrElse("none")

  test("a block that does not expand to what it says is refused, before memory is taken for it"):
    val zeros  = new Array[Byte](1000)
    val stream = Deflate.compress(zeros, 1000).nn
    assert(problem(deflated(1000, stream)).contains("the message ends"))
    assert(problem(deflated(999, stream)).contains("does not expand to 999 bytes"))
    assert(problem(deflated(1001, stream)).contains("does not expand to 1001 bytes"))
    assert(problem(deflated(1000, stream :+ 0.toByte)).contains("does not expand"))
    assert(problem(deflated(1000, stream.dropRight(1))).contains("does not expand"))
    assert(problem(deflated(1000, Array[Byte](7, 7, 7))).contains("does not expand"))
    assert(problem(deflated(Int.MaxValue, stream)).contains("Limits.allocationFactor"))
    assert(problem(deflated(-1, stream)).contains("Limits.allocationFactor"))
