package brine.codec.zstd

import brine.codec.{Codec, DecodeError}
import brine.codec.zstd.internal.Native
import com.github.luben.zstd.{ZstdCompressCtx, ZstdDictCompress}

import scala.util.Random

class ZstdSuite extends munit.FunSuite:
  import Messages.*

  private val inputs = Seq(Array.emptyByteArray, Array[Byte](0), Array[Byte](7), text(1), text(100), random(1, 1000))
    ++ Seq(255, 256, 257, 65791, 65792, 200000).map(size => text(1 + size / 45).take(size))

  private def problem(result: Either[DecodeError, Array[Byte]]): String =
    result.left.map(_.problem).swap.getOrElse("none")

  test("messages come back, at every level, with a dictionary and without"):
    for
      level <- Seq(-7, 1, 3, 12, 19, 22)
      zstd  <- Seq(Zstd(level), Zstd(trained, level), Zstd(trained.withId(7), level))
      input <- inputs ++ messages(1, 20)
    do assertEquals(zstd.decompress(zstd.compress(input), input.length).map(_.toSeq), Right(input.toSeq), s"$zstd")

  test("a message that does not compress takes one byte more"):
    for input <- Seq(random(1, 1), random(2, 40), random(3, 100000)) do
      assertEquals(Zstd().compress(input).toSeq, (0.toByte +: input).toSeq)

  test("a dictionary makes small messages smaller"):
    val fresh  = messages(1, 500)
    val raw    = fresh.map(_.length).sum
    val alone  = fresh.map(Zstd().compress(_).length).sum
    val helped = fresh.map(Zstd(trained).compress(_).length).sum
    assert(alone > 0.8 * raw, s"$alone of $raw")
    assert(helped < 0.75 * raw, s"$helped of $raw")

  test("a small id of a dictionary takes a byte, a trained one four"):
    val one = messages(1, 1).head
    assertEquals(Zstd(trained).compress(one).length - Zstd(trained.withId(255)).compress(one).length, 3)
    assertEquals(Zstd(trained).compress(one).length - Zstd(trained.withId(65535)).compress(one).length, 2)

  test("a message longer than the limit is refused"):
    val zstd = Zstd(trained)
    for input <- Seq(text(3), text(3000), random(1, 300)) do
      assert(
        problem(zstd.decompress(zstd.compress(input), input.length - 1)).contains(s"the limit is ${input.length - 1}")
      )

  test("a frame whose length is a lie is refused, before memory is taken for it"):
    // No magic; one segment; the length in eight bytes; one block that says "no more, 100,000 times the byte 7".
    def frame(size: Long): Array[Byte] =
      val block = 1 | 1 << 1 | 100000 << 3
      0xe0.toByte +: (Array.tabulate(8)(i => (size >>> 8 * i).toByte) ++ Array(block, block >> 8, block >> 16, 7).map(
        _.toByte
      ))
    assertEquals(Zstd().decompress(frame(100000), 100000).map(_.length), Right(100000))
    assert(problem(Zstd().decompress(frame(1L << 40), Int.MaxValue)).contains("of 1099511627776 bytes"))
    assert(problem(Zstd().decompress(frame(-1), Int.MaxValue)).contains("of 18446744073709551615 bytes"))
    assert(problem(Zstd().decompress(frame(Int.MaxValue), 1 << 20)).contains("the limit is"))
    assert(problem(Zstd().decompress(frame(100001), 1 << 20)).contains("damaged"))
    assert(problem(Zstd().decompress(frame(99999), 1 << 20)).contains("damaged"))

  test("the window a frame asks for takes no memory"):
    // Not one segment, the length in four bytes, windows up to the largest that can be said: 3.75 TiB.
    for window <- 0 to 255 do
      val block = 1 | 1 << 1 | 300 << 3
      val frame = Array(0x80, window, 44, 1, 0, 0, block, block >> 8, block >> 16, 7).map(_.toByte)
      Zstd().decompress(frame, 1000) match
        case Right(bytes) => assertEquals(bytes.toSeq, Seq.fill[Byte](300)(7))
        case Left(error)  => assert(error.problem.contains("damaged") && window >= 8, s"window $window: $error")

  test("a message that is cut off or goes on is refused"):
    for
      zstd  <- Seq(Zstd(), Zstd(trained))
      input <- Seq(text(40), messages(1, 1).head)
    do
      val whole = zstd.compress(input)
      if whole(0) != 0 then
        for length <- 0 until whole.length do
          assert(zstd.decompress(whole.take(length), 10000).isLeft, s"$length bytes")
        assert(zstd.decompress(whole :+ 0.toByte, 10000).isLeft)
        assert(zstd.decompress(whole ++ whole, 10000).isLeft)

  test("a damaged message is an error or another message, whatever was damaged"):
    val random = Random(3)
    val zstd   = Zstd(trained)
    val good   = (messages(1, 50) :+ text(40)).map(zstd.compress(_))
    var errors = 0
    for _ <- 1 to 20000 do
      val bytes = good(random.nextInt(good.size)).clone()
      for _ <- 0 to random.nextInt(3) do bytes(random.nextInt(bytes.length)) = random.nextInt().toByte
      zstd.decompress(bytes, 5000) match
        case Right(other) => assert(other.length <= 5000)
        case Left(_)      => errors += 1
    assert(errors > 1000, errors)

  test("bytes that were never a frame are refused"):
    val random = Random(4)
    for _ <- 1 to 20000 do
      val bytes = random.nextBytes(random.nextInt(40))
      if !bytes.startsWith(Seq[Byte](0)) then
        Zstd(trained).decompress(bytes, 1000).foreach(read => assert(read.length <= 1000))
    assert(problem(Zstd().decompress(Array.emptyByteArray, 1000)).contains("no Zstandard frame"))

  test("without the dictionary, or with another, the error names both"):
    val message = Zstd(trained).compress(messages(1, 1).head)
    val without = problem(Zstd().decompress(message, 1000))
    assert(without.contains(s"dictionary ${trained.id}") && without.contains("was given none"), without)
    val wrong = problem(Zstd(other).decompress(message, 1000))
    assert(wrong.contains(s"dictionary ${trained.id}") && wrong.contains(s"has ${other.id}"), wrong)

  test("a reader may have several dictionaries, and reads what was written without one"):
    val reader = Zstd(other).reading(trained)
    val input  = messages(1, 1).head
    val long   = text(30)
    for (zstd, input) <- Seq(
        Zstd(other)   -> input,
        Zstd(trained) -> input,
        Zstd()        -> long,
        Zstd(trained) -> long,
        Zstd()        -> long
      )
    do assertEquals(reader.decompress(zstd.compress(input), 10000).map(_.toSeq), Right(input.toSeq))
    val same = intercept[IllegalArgumentException](Zstd(other.withId(3)).reading(trained.withId(3)))
    assert(same.getMessage.contains("two dictionaries have the id 3"), same.getMessage)
    Zstd(other).reading(other): Unit

  test("what a message says survives the codec"):
    val zstd = Zstd(trained, level = 19)
    for visit <- visits(5, 50) do
      val small = zstd.compress(Codec.encode(visit))
      assertEquals(zstd.decompress(small, 4096).flatMap(Codec.decode[Visit](_)), Right(visit))

  test("levels that there are not are refused"):
    for level <- Seq(23, Int.MinValue) do intercept[IllegalArgumentException](Zstd(level))

  private def fresh(bytes: Array[Byte], level: Int, dictionary: Option[ZstdDictionary]): Array[Byte] =
    val context = new ZstdCompressCtx
    try
      context.setLevel(level).setMagicless(true)
      dictionary.foreach(one => context.loadDict(new ZstdDictCompress(one.content, level)))
      context.compress(bytes)
    finally context.close()

  test("the bytes do not depend on what was compressed before"):
    val random = Random(7)
    val inputs = Seq.fill(60)(random.shuffle(messages(1, 800)).take(1 + random.nextInt(800)).flatten.toArray)
      ++ messages(2, 200)
    for
      level      <- (1 to 22) ++ Seq(-5)
      dictionary <- Seq(None, Some(trained))
    do
      val native = new Native(level, dictionary)
      for (input, i) <- random.shuffle(inputs).take(if level > 15 then 30 else 100).zipWithIndex do
        assertEquals(
          native.compress(input, magic = false).toSeq,
          fresh(input, level, dictionary).toSeq,
          s"level $level, ${input.length} bytes, input $i"
        )

  test("many threads may share one"):
    val zstd    = Zstd(trained)
    val threads = (1 to 8).map: seed =>
      val wrong  = new java.util.concurrent.atomic.AtomicInteger
      val thread = new Thread(() =>
        for message <- messages(seed, 500) do
          if !zstd.decompress(zstd.compress(message), 4096).exists(_.sameElements(message)) then
            wrong.incrementAndGet(): Unit
      )
      thread.start()
      thread -> wrong
    for (thread, wrong) <- threads do
      thread.join()
      assertEquals(wrong.get, 0)
