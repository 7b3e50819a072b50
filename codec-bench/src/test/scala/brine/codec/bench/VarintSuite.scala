package brine.codec.bench

import brine.codec.{DecodeError, In, Out}

/** What is timed does what it should. */
class VarintSuite extends munit.FunSuite:
  private def bytesOf(values: Iterable[Long], write: (Out, Long) => Unit): Array[Byte] =
    val out = Out()
    values.foreach(write(out, _))
    out.toArray

  private val edges =
    (0 to 63).flatMap(bit => Seq((1L << bit) - 1, 1L << bit, (1L << bit) + 1)) ++ Seq(-1L, Long.MinValue)

  private type Reader = In => Long
  private val leb128: List[(String, Reader)] = List("words" -> WordLeb128.read, "by branch" -> WordLeb128.readByBranch)
  private val prefixes: List[(String, Reader)] =
    List("prefix" -> PrefixVarint.read, "prefix by branch" -> PrefixVarint.readByBranch)

  private def allRead(readers: List[(String, Reader)], values: Iterable[Long], bytes: Array[Byte]): Unit =
    for (name, read) <- readers; room <- Seq(0, 20) do
      val in = In(bytes ++ new Array[Byte](room), 0, bytes.length)
      values.foreach(value => assertEquals(read(in), value, name))
      in.expectEnd()

  private def inputs = edges +: Numbers.distributions.map((name, _) => Numbers.of(name).toSeq)

  test("LEB128 by words has the same bytes as the codec's, and reads them"):
    for values <- inputs do
      val bytes = bytesOf(values, _.writeUnsignedLong(_))
      assertEquals(bytesOf(values, WordLeb128.write).toSeq, bytes.toSeq)
      allRead(leb128, values, bytes)

  test("prefix varints come back, and take as many bytes as LEB128"):
    for values <- inputs do
      val bytes = bytesOf(values, PrefixVarint.write)
      assertEquals(bytes.length, bytesOf(values, _.writeUnsignedLong(_)).length)
      allRead(prefixes, values, bytes)

  private def refused(readers: List[(String, Reader)], bytes: Array[Byte], length: Int): Unit =
    for (name, read) <- readers; room <- Seq(0, 20) do
      intercept[DecodeError](clue((name, read(In(bytes ++ new Array[Byte](room), 0, length))))): Unit

  test("a number that is cut off is refused"):
    for
      value            <- edges
      (readers, write) <- Seq((leb128, WordLeb128.write), (prefixes, PrefixVarint.write))
    do
      val bytes = bytesOf(Seq(value), write)
      for length <- 0 until bytes.length do refused(readers, bytes, length)

  test("a number in more bytes than it needs is refused"):
    for bytes <- Seq(Seq(2, 0), Seq(0xfc, 1, 0), Seq(0, 1, 0, 0, 0, 0, 0, 0, 0)) do
      refused(prefixes, bytes.map(_.toByte).toArray, bytes.length)
    for bytes <- Seq(Seq(0x80, 0), Seq(0xff, 0x80, 0), Seq.fill(8)(0x80) :+ 0) do
      refused(leb128, bytes.map(_.toByte).toArray, bytes.length)

  test("every reader of the benchmark gives the same sum"):
    for (name, _) <- Numbers.distributions do
      val benchmark = new VarintBenchmark
      benchmark.numbers = name
      benchmark.setUp()
      val sum = Numbers.of(name).sum
      assertEquals(
        List(
          benchmark.readLeb128(),
          benchmark.readWordLeb128(),
          benchmark.readWordLeb128ByBranch(),
          benchmark.readPrefix(),
          benchmark.readPrefixByBranch()
        ),
        List.fill(5)(sum),
        name
      )

  test("the numbers are as they are said to be"):
    for (name, bits) <- Numbers.distributions do
      val values = Numbers.of(name)
      assertEquals(values.length, Numbers.Count)
      assertEquals(values.map(64 - java.lang.Long.numberOfLeadingZeros(_)).max, bits, name)
