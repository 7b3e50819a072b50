package brine.entity.prevalence.internal

import brine.codec.{Codec, EncodeError}
import java.util.SplittableRandom
import munit.FunSuite

class ReplyMarkSuite extends FunSuite:
  private type Reply = Either[String, (Long, Vector[Int])]

  private def reply(random: SplittableRandom): Reply =
    if random.nextInt(4) == 0 then Left(s"only ${random.nextInt()} cents")
    else Right((random.nextLong() >> random.nextInt(64), Vector.fill(random.nextInt(4))(random.nextInt(1000))))

  test("replies of one type that are equal have equal marks"):
    for seed <- 1L to 500L do
      val (one, other) = (ReplyMark.of(reply(SplittableRandom(seed))), ReplyMark.of(reply(SplittableRandom(seed))))
      assertEquals(one, other)
      assert(ReplyMark.haveSameType(one, other))

  test("of replies that differ, one in some ten thousand has the mark of another one"):
    val random = SplittableRandom(5)
    val pairs  = Vector.fill(20_000)((reply(random), reply(random))).filter(_ != _)
    val alike  = pairs.count((one, other) => ReplyMark.of(one) == ReplyMark.of(other))
    assert(pairs.size > 19_000 && alike <= 4, s"$alike of ${pairs.size}")
    // Those that follow one another differ in few bits.
    val next = (1L to 20_000L).count(number => ReplyMark.of(number) == ReplyMark.of(number + 1))
    assert(next <= 4, next)
    for number <- 1L to 1000L do
      assert(ReplyMark.haveSameType(ReplyMark.of(number), ReplyMark.of(number + random.nextInt())))

  test("another type is recognized, also if the bytes are the same"):
    val marks = List(
      ReplyMark.of(0),
      ReplyMark.of(0L),
      ReplyMark.of(""),
      ReplyMark.of(false),
      ReplyMark.of(Option.empty[Int]),
      ReplyMark.of(Option.empty[Long]),
      ReplyMark.of(List.empty[Int]),
      ReplyMark.of(Map.empty[Int, Int])
    )
    assertEquals(Codec.encodeBare(Option.empty[Long]).toList, Codec.encodeBare(Option.empty[Int]).toList)
    for one <- marks.indices; other <- marks.indices do
      assertEquals(ReplyMark.haveSameType(marks(one), marks(other)), one == other, s"$one and $other")

  test("a reply that cannot be encoded has no mark"):
    intercept[EncodeError](ReplyMark.of[String](null)): Unit
