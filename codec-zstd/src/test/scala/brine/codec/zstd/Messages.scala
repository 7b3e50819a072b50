package brine.codec.zstd

import brine.codec.Codec

import java.time.Instant
import java.util.UUID
import scala.util.Random

/** Messages that are much alike, and what can be learnt from them. */
object Messages:
  final case class Visit(id: UUID, page: String, agent: String, at: Instant, seconds: Int) derives Codec

  private val pages  = Vector("/welcome", "/shop/garden", "/shop/kitchen", "/basket", "/account/orders")
  private val agents = Vector("Explorer of the west 7.1", "Navigator 4.08 on a small machine", "Lynx 2.9")

  def visits(seed: Int, count: Int): Vector[Visit] =
    val random = Random(seed)
    Vector.fill(count):
      Visit(
        UUID(random.nextLong(), random.nextLong()),
        s"${pages(random.nextInt(pages.size))}/${random.nextInt(100)}",
        agents(random.nextInt(agents.size)),
        Instant.ofEpochSecond(1_700_000_000L + random.nextInt(1_000_000)),
        random.nextInt(600)
      )

  def messages(seed: Int, count: Int): Vector[Array[Byte]] = visits(seed, count).map(Codec.encodeBare(_))

  lazy val trained: ZstdDictionary = ZstdDictionary.train(messages(100, 2000), 2048)
  lazy val other: ZstdDictionary   = ZstdDictionary.train(messages(200, 2000), 4096)

  /** As many bytes as a text of 45 takes that many times. */
  def text(times: Int): Array[Byte] = ("the quick brown fox jumps over the lazy dog. " * times).getBytes("US-ASCII").nn

  def random(seed: Int, size: Int): Array[Byte] = Random(seed).nextBytes(size)
