package brine.examples.site.http

/** A request that cannot be answered as wanted, with the status and what the body says of it. */
final class Problem(val status: Int, val body: ujson.Obj, val headers: Seq[(String, String)] = Nil)
    extends RuntimeException(s"$status ${ujson.write(body)}", null, false, false)

object Problem:
  /** @param error
    *   a word for programs
    * @param message
    *   a sentence for people
    */
  def apply(status: Int, error: String, message: String, headers: (String, String)*): Problem =
    new Problem(status, ujson.Obj("error" -> error, "message" -> message), headers)

  def badRequest(message: String): Problem = Problem(400, "malformed", message)

  def notFound(what: String): Problem = Problem(404, "not-found", s"there is no $what")

  def unavailable(message: String): Problem = Problem(503, "unavailable", message, "Retry-After" -> "5")
