package brine.entity.prevalence.internal

import brine.codec.Codec
import brine.journal.Micros
import java.time.Instant
import java.util.{SplittableRandom, UUID}
import munit.FunSuite

class TransactionRecordSuite extends FunSuite:
  private val random = SplittableRandom(7)
  private val codec  = TransactionRecord.codec[String]

  private def mark(): Int = random.nextInt(4) match
    case 0 => ReplyMark.of(random.nextLong())
    case 1 => ReplyMark.of(random.nextBoolean())
    case 2 => ReplyMark.of(Option(random.nextInt().toString))
    case _ => ReplyMark.of(())

  private def more(id: Option[UUID], seed: Option[Long]): Int =
    // From 2026 to 2100.
    val time   = Instant.ofEpochSecond(1_767_225_600L + random.nextLong(2_335_219_200L), random.nextInt(1_000_000_000))
    val record = TransactionRecord(Micros.of(time), id, seed, mark(), "transaction")
    Codec.encodeBare(record)(using codec).length - Codec.encodeBare("transaction").length

  test("a stored transaction takes the bytes that the guide says beside its own"):
    for _ <- 1 to 5000 do
      val own = more(None, None)
      assert(own >= 12 && own <= 16, own)
      val withId = more(Some(UUID.randomUUID), None)
      assert(withId >= 12 + 16 && withId <= 16 + 16, withId)
      val withBoth = more(Some(UUID.randomUUID), Some(random.nextLong()))
      assert(withBoth >= 12 + 17 && withBoth <= 16 + 16 + 10, withBoth)
