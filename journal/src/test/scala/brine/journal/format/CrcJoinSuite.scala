package brine.journal.format

import java.util.SplittableRandom

final class CrcJoinSuite extends munit.FunSuite:
  private def crc(bytes: Array[Byte], from: Int, length: Int) = Checksum.of(bytes, from, length)

  test("the joined checksum is the one of all bytes, for each length"):
    val join   = CrcJoin()
    val random = SplittableRandom(1)
    val bytes  = new Array[Byte](4096)
    random.nextBytes(bytes)
    for first <- Seq(0, 1, 31, 40, 1024); second <- 0 to 2048 do
      val whole = crc(bytes, 0, first + second)
      assertEquals(join.join(crc(bytes, 0, first), crc(bytes, first, second), second), whole, s"$first and $second")

  test("the joined checksum is the one of all bytes, for lengths of any number of bits, in any order"):
    val join   = CrcJoin()
    val random = SplittableRandom(2)
    val bytes  = new Array[Byte]((1 << 22) + 100)
    random.nextBytes(bytes)
    val lengths = (0 to 22).flatMap(bit => Seq((1 << bit) - 1, 1 << bit, (1 << bit) + 1)) ++
      Vector.fill(200)(random.nextInt(1 << random.nextInt(1, 22)))
    for length <- lengths ++ lengths.reverse do
      val first = random.nextInt(100)
      val whole = crc(bytes, 0, first + length)
      assertEquals(join.join(crc(bytes, 0, first), crc(bytes, first, length), length), whole, s"$first and $length")

  test("checksums of three sequences are joined from either end"):
    val join   = CrcJoin()
    val random = SplittableRandom(3)
    for _ <- 0 until 500 do
      val bytes  = new Array[Byte](random.nextInt(1, 5000))
      val (a, b) = (random.nextInt(bytes.length), random.nextInt(bytes.length))
      val (m, n) = (math.min(a, b), math.max(a, b))
      val last   = bytes.length - n
      random.nextBytes(bytes)
      val (one, two, three) = (crc(bytes, 0, m), crc(bytes, m, n - m), crc(bytes, n, last))
      assertEquals(join.join(join.join(one, two, n - m), three, last), crc(bytes, 0, bytes.length))
      assertEquals(join.join(one, join.join(two, three, last), n - m + last), crc(bytes, 0, bytes.length))
