package brine.codec

import brine.codec.internal.references.Repeats

import java.time.Instant
import java.util.UUID

/** What an `Out` writes, byte for byte, and that nothing is left of the message before. */
class OutSuite extends munit.FunSuite, CodecChecks:
  private def bytesOf(write: Out => Unit): String =
    val out = Out()
    write(out)
    hex(out.toArray)

  test("the example of the documentation"):
    assertEquals(
      bytesOf: out =>
        out.writeInt(42)
        out.writeString("hello")
      ,
      "54 c5 68 65 6c 6c 6f"
    )

  test("UUIDs, large numbers and sizes"):
    assertEquals(bytesOf(_.writeUuid(new UUID(1, 2))), "00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 02")
    assertEquals(bytesOf(_.writeBigInt(256)), "02 01 00")
    assertEquals(bytesOf(_.writeBigDecimal(BigDecimal("0.1"))), "02 01 01")
    assertEquals(bytesOf(_.writeSize(63)), "7e")
    assertEquals(bytesOf(_.writeSize(64)), "80 01")
    assertEquals(bytesOf(_.writeSize(Int.MaxValue)), "fe ff ff ff 0f")

  test("nesting is limited, and forgotten by reset"):
    val out = Out(Limits(depth = 2))
    out.enter()
    out.enter()
    val error = intercept[EncodeError](out.enter())
    assert(error.problem.contains("more than 2 deep"))
    out.reset()
    out.enter()
    out.leave()
    out.enter()
    out.enter()

  /** Writes that change each part of the state of a message. */
  private val writes: Vector[(Out, Int) => Any] = Vector(
    (out, n) => out.writeInt(n),
    (out, n) => out.writeString(s"text ${n % 3}"),
    (out, n) => out.writeUuid(new UUID(n % 3, 1)),
    (out, n) => out.writeInstant(Instant.ofEpochSecond(n)),
    (out, n) => out.writeSize(n % 9, 0),
    (out, _) => out.useDictionary(),
    (out, _) => out.enter(),
    (out, n) => out.writeInt(out.packedWidth(5, 0) + n),
    (out, n) => out.writeInt(out.shared.distance(OutSuite.Values(n % 3), "Int")),
    (out, n) => out.writeBytes(new Array[Byte](70000), 0, if n % 4 == 0 then 70000 else n),
    (out, n) =>
      val inner = Repeats.begin(out)
      if inner != null then
        inner.nn.writeInt(n % 3)
        inner.nn.writeSize(2, 0)
        Repeats.end(out, inner.nn, "Int")
    ,
    (out, _) => out.toByteBuffers.map(_.remaining).sum
  )

  test("a used Out writes like a new one, also after an error"):
    val limits = Limits(depth = 3, emptyElements = 20)
    val random = new scala.util.Random(19)
    val used   = Out(limits)
    for _ <- 1 to 1000 do
      val chosen = Vector.fill(random.nextInt(12))((random.nextInt(writes.size), random.nextInt(100)))
      def results(out: Out): Vector[Any] =
        val each = chosen.map { case (number, n) =>
          try writes(number)(out, n)
          catch case error: EncodeError => error.getMessage
        }
        each :+ out.toArray.toSeq
      used.reset()
      assert(results(used) == results(Out(limits)), chosen)

object OutSuite:
  private val Values = Vector[AnyRef]("one", "two", "three")
