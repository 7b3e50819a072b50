package brine.codec.bench.datasets

import brine.codec.Codec

/** Set `log` of the Rust serialization benchmark: records of a web server, mostly text. */
final case class AccessLog(records: Vector[LogRecord]) derives Codec

final case class LogRecord(
    address: Address,
    identity: String,
    userId: String,
    date: String,
    request: String,
    code: Int,
    size: Long
) derives Codec

/** Each part is from 0 to 255. */
final case class Address(a: Short, b: Short, c: Short, d: Short) derives Codec

private[bench] object AccessLog:
  private val users    = Vector("-", "alice", "bob", "carmen", "david", "eric", "frank", "george", "harry")
  private val months   = Vector("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
  private val zones    = Vector.range(-12, 13).map(hours => f"${if hours < 0 then '-' else '+'}${hours.abs}%02d00")
  private val methods  = Vector("GET", "POST", "PUT", "UPDATE", "DELETE")
  private val versions = Vector("HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/3")
  private val routes   = Vector(
    "/favicon.ico",
    "/css/index.css",
    "/css/font-awsome.min.css",
    "/img/logo-full.svg",
    "/img/splash.jpg",
    "/api/login",
    "/api/logout"
  )
  private val codes: Vector[Int] = Vector(
    100 to 103,
    200 to 208,
    226 to 226,
    300 to 308,
    400 to 418,
    421 to 426,
    428 to 429,
    431 to 431,
    451 to 451,
    500 to 508,
    510 to 511
  ).flatten

  /** @param count
    *   records; the benchmark has 10,000
    */
  def generate(count: Int): AccessLog =
    val random = RustRandom()
    AccessLog(random.vector(count)(record(random)))

  private def record(random: RustRandom): LogRecord =
    val day     = random.range(1, 29)
    val month   = random.pick(months)
    val year    = random.range(1970, 2022)
    val time    = s"${random.range(0, 24)}:${random.range(0, 60)}:${random.range(0, 60)}"
    val date    = s"$day/$month/$year:$time ${random.pick(zones)}"
    val request = s"${random.pick(methods)} ${random.pick(routes)} ${random.pick(versions)}"
    def part()  = random.unsignedByte().toShort
    LogRecord(
      Address(part(), part(), part(), part()),
      "-",
      random.pick(users),
      date,
      request,
      random.pick(codes),
      random.longRange(0, 100000000).toLong
    )
