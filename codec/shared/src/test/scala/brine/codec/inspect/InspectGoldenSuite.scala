package brine.codec.inspect

import brine.codec.{Codec, DecodeError}
import brine.codec.golden.{GoldenCase, GoldenCases}
import brine.codec.golden.GoldenTypes.Celsius
import brine.effort.Effort
import scala.concurrent.duration.*

/** What is taken apart by schema alone, over all bytes of the golden file: the same values as the codecs read, and
  * every byte named.
  */
class InspectGoldenSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 10.minutes // effort full changes each golden file thousands of times

  private val inspect = Inspect(Map("tenths of a degree" -> Codec[Celsius]))
  private val cases   = GoldenCases.all.filter(_.framing.nonEmpty)

  private def isRight[A](of: GoldenCase[A], bytes: Array[Byte], value: A): Boolean =
    inspect.values(bytes, of.framing.get) match
      case Right(Vector(read)) if !of.name.startsWith("container/") => Corresponds(read, value)
      case Right(all)                                               => Corresponds(Value.Sequence(all), value)
      case Left(_)                                                  => false

  test("there are cases of every envelope"):
    assert(cases.sizeIs > 300, s"only ${cases.size}")
    assert(cases.exists(_.name.startsWith("container/")) && cases.exists(_.name.startsWith("dictionary/")))

  test("values are those of the codecs"):
    val wrong = cases.filterNot(of => isRight(of, of.encode, of.value))
    assertEquals(wrong.map(of => s"${of.name}: ${inspect.values(of.encode, of.framing.get)}").mkString("\n"), "")

  test("every byte has an entry, and no two have the same"):
    cases.foreach: of =>
      val bytes   = of.encode
      val dump    = inspect.dump(bytes, of.framing.get)
      val covered = dump.entries.filter(entry => entry.block == 0)
      assertEquals(dump.errors, Vector.empty, of.name)
      val end = covered.foldLeft(0): (at, entry) =>
        if entry.length > 0 then assertEquals(entry.offset, at, s"${of.name}:\n${dump.text}")
        math.max(at, entry.offset + entry.length)
      assertEquals(end, bytes.length, s"${of.name}:\n${dump.text}")
      assert(covered.forall(_.part != Part.Unread), of.name)
      assert(dump.text.linesIterator.size == dump.entries.size + 1, of.name)

  test("a profile counts every byte once"):
    cases.foreach: of =>
      val profile = inspect.profile(List(of.encode), of.framing.get)
      assertEquals(profile.bytes, of.encode.length.toLong, of.name)
      assertEquals(profile.errors, Vector.empty, of.name)

  test("no part of a message is one, and the place of the error is that of the codec"):
    cases.foreach: of =>
      val bytes = of.encode
      val step  = math.max(1, bytes.length / (2 * Effort.inspectedPlaces))
      for length <- 0 until bytes.length by step do checkSame(of, bytes.take(length), s"${of.name}, $length bytes")

  test("bytes that were changed are taken or refused as by the codec"):
    cases.foreach: of =>
      val bytes = of.encode
      val step  = math.max(1, bytes.length / Effort.inspectedPlaces)
      for
        at    <- 0 until bytes.length by step
        with_ <- List(0x01, 0x80, 0xff)
      do
        val changed = bytes.clone()
        changed(at) = (changed(at) ^ with_).toByte
        checkSame(of, changed, s"${of.name}, byte $at ^ $with_")

  // Only a program can know that keys are equal, or what a constructor refuses; so some bytes are taken here that a
  // codec refuses.
  private def checkSame[A](of: GoldenCase[A], bytes: Array[Byte], where: String): Unit =
    val dump = inspect.dump(bytes, of.framing.get)
    (of.decode(bytes), inspect.values(bytes, of.framing.get)) match
      case (Right(value), Right(_))    => assert(isRight(of, bytes, value), s"$where: another value\n${dump.text}")
      case (Right(value), Left(error)) => fail(s"$where: read as $value, but here $error\n${dump.text}")
      case (Left(error), Right(_))     =>
        assert(
          InspectGoldenSuite.isOfProgram(error.problem) || InspectGoldenSuite.isMemoryOfBits(error),
          s"$where: $error\n${dump.text}"
        )
      case (Left(error), Left(own)) =>
        assertEquals(dump.errors.head.offset, own.offset, where)
        // Of a container the case gives the last error.
        val offset = dump.errors.last.offset
        if !InspectGoldenSuite.isOfProgram(error.problem) && !InspectGoldenSuite.isMemoryOfBits(error) then
          assertEquals(offset, error.offset, s"$where: $error, here ${dump.errors}")

object InspectGoldenSuite:
  // The memory of a bit set depends on its largest number; that it is one, only the program knows.
  private def isMemoryOfBits(error: DecodeError): Boolean =
    error.path == "bitSetCodec" || error.path == "mutableBitSetCodec"

  private def isOfProgram(problem: String): Boolean =
    problem.contains("are different") || problem.contains("the value's own code refused it") || problem.contains(
      "a bit set"
    ) || problem.contains("at least one element")
