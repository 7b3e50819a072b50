package brine.lab.custom

import java.nio.file.{Files, Path}
import scala.util.Random

/** Samples with the shapes of public data, of our own making: events of a code forge, places as GeoJSON, orders with
  * their lines, a service's log as JSON lines, and a deeply nested document.
  */
object PublicShapes:
  /** Names and records of all samples; the log may be as long as anybody likes. */
  def all(seed: Long): List[(String, Iterator[String])] =
    List[(String, Random => String)](
      "events" -> event,
      "places" -> place,
      "orders" -> order,
      "log"    -> logLine,
      "nested" -> (random => tree(random, 40))
    ).map: (name, record) =>
      val random = Random(seed + name.hashCode)
      name -> Iterator.continually(record(random))

  private val people = Vector("ida", "thornton", "miller", "lantern", "o'brien", "zoë", "наташа")
  private val words  =
    Vector("ferry", "harbour", "oak", "night mail", "bread", "bridge", "brückchör", "a \\\"quoted\\\" one")

  private def pick[A](random: Random, from: Vector[A]): A = from(random.nextInt(from.size))
  private def id(random: Random)                          = java.util.UUID(random.nextLong(), random.nextLong())
  private def text(random: Random)      = List.fill(1 + random.nextInt(8))(pick(random, words)).mkString(" ")
  private def array(items: Seq[String]) = items.mkString("[", ",", "]")
  private def some(random: Random, most: Int)(item: => String) = array(List.fill(random.nextInt(most + 1))(item))

  private def instant(random: Random) = java.time.Instant.ofEpochSecond(1_700_000_000L + random.nextInt(100_000_000))

  /** An event of a code forge: its type decides what the payload has. */
  private def event(random: Random): String =
    val who             = s"""{"id":${random.nextInt(90_000_000)},"login":"${pick(random, people)}","url":null}"""
    val (kind, payload) = random.nextInt(4) match
      case 0 =>
        def commit = s"""{"sha":"${id(random)}","message":"${text(random)}","distinct":${random.nextBoolean()}}"""
        "PushEvent" -> s"""{"push_id":${random
            .nextLong(1L << 40)},"size":1,"ref":"refs/heads/main","commits":${some(random, 4)(commit)}}"""
      case 1 =>
        val labels = some(random, 3)(s"""{"name":"${pick(random, words)}","color":"d73a4a"}""")
        "IssuesEvent" -> s"""{"action":"opened","issue":{"number":${random.nextInt(9999)},"title":"${text(
            random
          )}","labels":$labels,"body":${if random.nextBoolean() then "null" else s"\"${text(random)}\""}}}"""
      case 2 => "WatchEvent"  -> """{"action":"started"}"""
      case _ => "CreateEvent" -> s"""{"ref":null,"ref_type":"repository","description":"${text(random)}"}"""
    s"""{"id":"${random.nextLong(1L << 40)}","type":"$kind","actor":$who,"repo":{"id":${random.nextInt(
        900_000_000
      )},"name":"${pick(random, people)}/x"},"payload":$payload,"public":true,"created_at":"${instant(random)}"}"""

  /** A feature of GeoJSON: how deeply its coordinates nest depends on the type of its geometry. */
  private def place(random: Random): String =
    def point    = s"[${random.nextInt(360_000) / 1000.0 - 180},${random.nextInt(180_000) / 1000.0 - 90}]"
    def line     = array(List.fill(4 + random.nextInt(6))(point))
    val geometry = random.nextInt(3) match
      case 0 => s"""{"type":"Point","coordinates":$point}"""
      case 1 => s"""{"type":"LineString","coordinates":$line}"""
      case _ => s"""{"type":"Polygon","coordinates":[$line]}"""
    val height = if random.nextBoolean() then "" else s""","height":${random.nextInt(900)}"""
    s"""{"type":"Feature","geometry":$geometry,"properties":{"name":"${text(random)}","amenity":"${pick(
        random,
        Vector("bench", "café", "pier")
      )}"$height}}"""

  private def order(random: Random): String =
    def line =
      s"""{"sku":"S-${random.nextInt(5000)}","quantity":${1 + random.nextInt(9)},"price":${random.nextInt(
          99_999
        ) / 100.0},"discount":${if random.nextInt(4) == 0 then "0.15" else "null"}}"""
    val lines = array(List.fill(1 + random.nextInt(12))(line))
    s"""{"orderId":"${id(random)}","placed":"${instant(random)}","status":"${pick(
        random,
        Vector("open", "paid", "sent", "returned")
      )}","customer":{"name":"${pick(random, people)}","e-mail":"x@example.com"},"ship to":{"street":"${text(
        random
      )}","zip":"0${random.nextInt(9999)}"},"lines":$lines,"total":${random.nextInt(999_999) / 100.0}}"""

  private def logLine(random: Random): String =
    val level = pick(random, Vector("DEBUG", "INFO", "INFO", "INFO", "WARN", "ERROR"))
    val more  = if level == "ERROR" then
      s""","error":{"class":"java.io.IOException","stack":${some(random, 9)(
          "\"at brine.Some.line(Some.scala:12)\""
        )}}"""
    else ""
    s"""{"@timestamp":"${instant(random)}","level":"$level","thread":"worker-${random.nextInt(
        16
      )}","logger":"brine.${pick(random, Vector("orders", "stock"))}.Service","message":"${text(random)}","ms":${random
        .nextInt(10_000) / 10.0},"request":{"id":"${id(random)}","status":${pick(
        random,
        Vector(200, 201, 404, 500)
      )}}$more}"""

  private def tree(random: Random, depth: Int): String =
    val below = if depth == 0 then "[]"
    else if random.nextInt(3) == 0 then s"[${tree(random, depth - 1)},${tree(random, 0)}]"
    else s"[${tree(random, depth - 1)}]"
    s"""{"name":"${pick(random, words)}","weight":${random.nextInt(100)},"children":$below}"""

/** Writes the samples, to be given to `./brine lab custom`: 2,000 records each, the nested one 50, and a log of this
  * many megabytes.
  *
  * {{{
  * BRINE_LAB=1 ./brine sbt "lab/Test/runMain brine.lab.custom.writePublicShapes samples 100"
  * }}}
  */
@main def writePublicShapes(folder: String, megabytes: Int): Unit =
  val out = Files.createDirectories(Path.of(folder))
  for (name, records) <- PublicShapes.all(1) do
    val file     = out.resolve(s"$name.jsonl")
    val writer   = Files.newBufferedWriter(file)
    var bytes    = 0L
    var count    = 0
    def isEnough = name match
      case "log"    => bytes >= megabytes * 1_000_000L
      case "nested" => count >= 50
      case _        => count >= 2_000
    while !isEnough do
      val line = records.next()
      writer.write(line + "\n")
      bytes += line.length + 1
      count += 1
    writer.close()
    println(s"$file: $count records, $bytes characters")
