package brine.codec.bench

import java.util.SplittableRandom

/** Numbers to write and read: more than a branch predictor can learn, unless that is what is asked for. */
object Numbers:
  inline val Count = 65536

  /** What `numbers` knows, with how many bits the largest have. */
  val distributions: List[(String, Int)] =
    List("small" -> 7, "mixed" -> 14, "bits32" -> 32, "bits64" -> 64, "repeated" -> 32)

  /** `Count` numbers, always the same.
    *
    *   - `small`: uniform up to 127, so one byte each
    *   - `mixed`: one byte or two, as often
    *   - `bits32`, `bits64`: a number of bits uniform up to that, then uniform
    *   - `repeated`: 256 numbers as in `bits32`, again and again
    */
  def of(distribution: String): Array[Long] =
    val random                = new SplittableRandom(20261121)
    def bits(most: Int): Long = random.nextLong() >>> 64 - random.nextInt(1, most + 1)
    distribution match
      case "small" => Array.fill(Count)(random.nextLong(128))
      case "mixed" =>
        Array.fill(Count)(if random.nextBoolean() then random.nextLong(128) else random.nextLong(128, 16384))
      case "bits32"   => Array.fill(Count)(bits(32))
      case "bits64"   => Array.fill(Count)(bits(64))
      case "repeated" =>
        val few = Array.fill(256)(bits(32))
        Array.tabulate(Count)(i => few(i % 256))
