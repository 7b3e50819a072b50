package brine.lab.model.records

/** The lines of a web server's log: mostly text, of which much repeats. */
final case class AccessLog(lines: Seq[LogLine])

/** One request.
  *
  * @param identity
  *   a dash where it is unknown, as is `userId`
  * @param date
  *   as servers print it, such as `24/May/2016:10:00:00 +0000`
  * @param request
  *   method, path and protocol
  * @param size
  *   bytes of the response
  */
final case class LogLine(
    address: Address,
    identity: String,
    userId: String,
    date: String,
    request: String,
    code: Int,
    size: Long
)

/** The four parts of an IPv4 address, each from 0 to 255. */
final case class Address(a: Int, b: Int, c: Int, d: Int)
