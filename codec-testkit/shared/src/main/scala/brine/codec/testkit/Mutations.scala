package brine.codec.testkit

import brine.codec.Out

import scala.util.Random

/** Damaged copies of a message, as noise, faulty senders and attackers produce them.
  *
  * The sequence depends only on the message and the seed.
  */
object Mutations:

  /** Encoded numbers at the limits of counts and lengths. */
  private val Numbers: Vector[Array[Byte]] = Vector(
    "00",
    "01",
    "7f",
    "8001",
    "ff7f",
    "fe3f",
    "ffff03",
    "feffff07",
    "feffffff07",
    "ffffffff0f",
    "ffffffffffffffffff",
    "ffffffff7f",
    "80"
  ).map(_.grouped(2).map(Integer.parseInt(_, 16).toByte).toArray)

  /** Replaces each byte in turn by each number at the limits. This finds memory that is reserved for an unchecked
    * count.
    */
  def counts(message: Array[Byte]): Iterator[Array[Byte]] =
    for
      at     <- message.indices.iterator
      number <- Numbers.iterator
      kept   <- Iterator(true, false)
    yield message.take(at) ++ number ++ (if kept then message.drop(at + 1) else Array.emptyByteArray)

  /** An endless sequence of messages with one to four damages each. */
  def random(message: Array[Byte], seed: Long): Iterator[Array[Byte]] =
    val random = Random(seed)
    Iterator.continually((0 to random.nextInt(4)).foldLeft(message)((bytes, _) => damage(bytes, random)))

  private def damage(bytes: Array[Byte], random: Random): Array[Byte] =
    def index = random.nextInt(bytes.length)
    if bytes.isEmpty then noise(random, 1 + random.nextInt(8))
    else
      random.nextInt(11) match
        case 0 => flip(bytes, index, random.nextInt(8))
        case 1 => set(bytes, index, random.nextInt(256))
        case 2 => set(bytes, index, bytes(index) + random.nextInt(7) - 3)
        case 3 => bytes.patch(index, noise(random, 1 + random.nextInt(4)), 0)
        case 4 => bytes.patch(index, Nil, 1 + random.nextInt(4))
        case 5 => bytes.patch(index, Numbers(random.nextInt(Numbers.size)), 1)
        case 6 => bytes.take(index)
        case 7 =>
          val from = index
          bytes.patch(index, bytes.slice(from, from + 1 + random.nextInt(16)), random.nextInt(2))
        case 8 => bytes ++ noise(random, 1 + random.nextInt(4))
        case _ => renumber(bytes, index, random)

  /** Replaces the number that starts here, if there is one, by a near or doubled number in canonical form: such damage
    * passes the checks of form and reaches those of meaning.
    */
  private def renumber(bytes: Array[Byte], at: Int, random: Random): Array[Byte] =
    val last = bytes.indexWhere(_ >= 0, at)
    if last < 0 || last - at > 7 then flip(bytes, at, random.nextInt(8))
    else
      val value   = (last to at by -1).foldLeft(0L)((sum, i) => sum << 7 | bytes(i) & 0x7f)
      val changed = random.nextInt(4) match
        case 0 => value + 1
        case 1 => math.max(0L, value - 1)
        case 2 => value * 2
        case _ => value ^ (1L << random.nextInt(16))
      val out = Out()
      out.writeUnsignedLong(changed)
      bytes.patch(at, out.toArray, last + 1 - at)

  /** An endless sequence: the beginning of one message and the end of another, cut at random. */
  def crossed(one: Array[Byte], other: Array[Byte], seed: Long): Iterator[Array[Byte]] =
    val random = Random(seed)
    Iterator.continually(one.take(random.nextInt(one.length + 1)) ++ other.drop(random.nextInt(other.length + 1)))

  private def flip(bytes: Array[Byte], at: Int, bit: Int): Array[Byte] = set(bytes, at, bytes(at) ^ (1 << bit))

  private def set(bytes: Array[Byte], at: Int, value: Int): Array[Byte] = bytes.updated(at, value.toByte)

  private def noise(random: Random, length: Int): Array[Byte] =
    val bytes = new Array[Byte](length)
    random.nextBytes(bytes)
    bytes
