package brine.journal.testkit.internal

import brine.codec.Codec
import java.util.{SplittableRandom, UUID}

/** An event of the crash rounds. Its content follows from writer and number, so that a reader can check it. */
private[testkit] final case class CrashEvent(writer: Int, number: Long, payload: String)

private[testkit] object CrashEvent:
  // Not by a `derives` clause, which makes a lazy val.
  implicit val codec: Codec[CrashEvent] = Codec.derived

  def apply(writer: Int, number: Long): CrashEvent =
    val random = SplittableRandom(writer * 1_000_003L + number)
    val most   = if random.nextInt(50) == 0 then 20_000 else 300
    new CrashEvent(writer, number, String.valueOf(Array.fill(random.nextInt(most))(('a' + random.nextInt(26)).toChar)))

  def stream(writer: Int): String = s"writer-$writer"

  /** The idempotency key of an append that begins with this event. */
  def key(writer: Int, number: Long): UUID = UUID(writer, number)
