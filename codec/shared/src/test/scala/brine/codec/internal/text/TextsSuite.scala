package brine.codec.internal.text

import brine.codec.internal.numbers.{Decimals, IntSequences}
import brine.codec.{In, Out}

import scala.util.Random

/** Texts of one message among other bytes, near and far from each other: some platforms read many at once. */
class TextsSuite extends munit.FunSuite:
  private val letters = "abcdefghijklmnopqrstuvwxyz 0123456789"

  /** ASCII; Latin-1 with and without its control characters; with quotes; other scripts; lone surrogates. */
  private def text(random: Random): String =
    val length            = if random.nextInt(20) == 0 then random.nextInt(6000) else random.nextInt(40)
    val kind              = random.nextInt(9)
    def ascii(): Char     = letters.charAt(random.nextInt(letters.length))
    def some(of: => Char) = if random.nextInt(4) == 0 then of else ascii()
    def between(low: Int, high: Int): Char = (low + random.nextInt(high - low)).toChar
    List
      .fill(length)(kind match
        case 0 => some(between(0xa0, 0x100))
        case 1 => some(between(0x80, 0x100))
        case 2 => some(between(0, 0x100))
        case 3 => some(between(0x400, 0x480))
        case 4 => some(between(0, 0x10000))
        case _ => ascii())
      .mkString

  private def roundTrip(random: Random, out: Out, in: In, array: Array[Byte], dictionary: Boolean): Unit =
    val parts =
      List.fill(random.nextInt(60))(text(random) -> (if random.nextInt(3) == 0 then random.nextInt(3000) else 0))
    out.reset()
    if dictionary then out.useDictionary()
    for (text, gap) <- parts do
      out.writeString(text)
      out.writeBytes(new Array[Byte](gap), 0, gap)
    val from = random.nextInt(50)
    out.copyTo(array, from): Unit
    in.reset(array, from, out.size)
    if dictionary then in.useDictionary()
    for (text, gap) <- parts do
      assertEquals(in.readString(), text)
      in.readBytes(new Array[Byte](gap), 0, gap)
    in.expectEnd()

  test("texts come back wherever they are, from an array that is used again"):
    val random = Random(7)
    val out    = Out()
    val array  = new Array[Byte](2000000)
    val in     = In(array, 0, 0)
    for round <- 1 to 300 do roundTrip(random, out, in, array, dictionary = round % 3 == 0)

  test("a text from an array with other content is not one of before"):
    val array = new Array[Byte](200)
    val in    = In(array, 0, 0)
    for text <- List("alpha alpha alpha", "gamma gamma gamma", "delté delté delté") do
      val out = Out()
      out.writeString(text)
      out.copyTo(array, 0): Unit
      in.reset(array, 0, out.size)
      assertEquals(in.readString(), text)

  test("every NaN of many numbers is written as the same one"):
    val odd = java.lang.Double.longBitsToDouble(0xfff8000000000001L)
    for size <- List(8, 31, 32, 100) do
      val values                       = Array.tabulate(size)(i => if i % 3 == 0 then odd else math.sqrt(i + 2.0))
      def bytes(values: Array[Double]) = {
        val out = Out()
        Decimals.writeSequence(out, values, size, floats = false)
        out.toArray.toSeq
      }
      assertEquals(bytes(values), bytes(values.map(x => if x.isNaN then Double.NaN else x)))
      val back = new Array[Double](size)
      val in   = In(bytes(values).toArray)
      assertEquals(in.readPacked(8) >>> 1, size)
      Decimals.readRaw(in, back, size, floats = false)
      assertEquals(
        back.toSeq.map(java.lang.Double.doubleToLongBits),
        values.toSeq.map(java.lang.Double.doubleToLongBits)
      )

  test("differences of integers beyond 32 bits are told from those within"):
    // The greatest step takes 33 bits with its sign, the others are about a sixth of it back.
    val steps = 2147483747L +: Seq.fill(40)(100L)
    val up    = steps.scanLeft(Int.MinValue.toLong)(_ + _).map(_.toInt).toArray
    val down  = up.map(x => -1 - x)
    for values <- List(
        up,
        down,
        Array.fill(9)(Int.MinValue) :+ Int.MaxValue,
        Array.tabulate(20)(i => if i % 2 == 0 then Int.MinValue else Int.MaxValue)
      )
    do
      val out = Out()
      IntSequences.write(out, values, values.length, IntSequences.Kind.Ints)
      val in     = In(out.toArray)
      val header = in.readPackedSize()
      val back   = new Array[Int](values.length)
      IntSequences.read(in, header, back, IntSequences.Kind.Ints)
      assertEquals(back.toSeq, values.toSeq)
