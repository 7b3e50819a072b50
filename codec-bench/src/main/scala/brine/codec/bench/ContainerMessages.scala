package brine.codec.bench

import brine.codec.Codec

import java.time.Instant
import java.util.UUID
import scala.util.Random

/** Messages for [[ContainerTurns]]: lists of them are in columns. */
object ContainerMessages:
  final case class Tick(symbol: Int, bid: Double, ask: Double, live: Boolean) derives Codec
  final case class Reading(sensor: UUID, at: Instant, celsius: Double, note: Option[String]) derives Codec
  final case class Request(at: Instant, user: UUID, path: String, status: Int, micros: Long, bytes: Int) derives Codec
  enum Level:
    case Debug, Info, Warning, Error
  final case class LogRecord(at: Instant, level: Level, thread: String, logger: String, text: String, code: Option[Int])
      derives Codec

  /** Has collections, which may be arrays in other types. */
  final case class Order(id: Int, customer: Int, counts: List[Int], prices: Set[Int], paid: Boolean) derives Codec

  final class Messages(count: Int):
    private val random = Random(count)
    private val ids    = Vector.fill(20)(UUID(random.nextLong(), random.nextLong()))
    private val words  = Vector("disk", "nearly", "full", "request", "timed", "out", "user", "logged", "in", "cache")
    private var millis = 1700000000000L

    private def any[A](of: Vector[A]): A = of(random.nextInt(of.size))

    private def later(most: Int): Instant =
      millis += random.nextInt(most)
      Instant.ofEpochMilli(millis)

    val ticks: List[Tick] = List.tabulate(count): i =>
      Tick(i % 10, (10000 + i % 50) / 100.0, (10002 + i % 50) / 100.0, i % 7 != 0)

    val readings: List[Reading] = List.fill(count):
      Reading(any(ids), later(1000), (180 + random.nextInt(80)) / 10.0, Option.when(random.nextInt(30) == 0)("open"))

    val requests: List[Request] = List.fill(count):
      val path = s"/api/${any(words)}/${random.nextInt(100)}"
      Request(later(20), any(ids), path, any(Vector(200, 200, 404)), random.nextInt(20000), random.nextInt(50000))

    val logs: List[LogRecord] = List.fill(count):
      val text = List.fill(3 + random.nextInt(5))(any(words)).mkString("", " ", s" ${random.nextInt(1000)}")
      val code = Option.when(random.nextInt(5) == 0)(random.nextInt(600))
      LogRecord(later(50), any(Level.values.toVector), s"worker-${random.nextInt(8)}", any(words), text, code)

    val orders: List[Order] = List.tabulate(count): i =>
      Order(i, random.nextInt(500), List.fill(random.nextInt(4))(random.nextInt(9)), Set(i % 7), random.nextBoolean())

    val numbers: List[Int] = List.fill(count)(random.nextInt(1000))
