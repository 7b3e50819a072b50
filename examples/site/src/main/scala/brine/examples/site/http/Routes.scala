package brine.examples.site.http

import io.helidon.webserver.http.{Handler, HttpRules}

/** Registers handlers of a path, and what other methods are told. */
private[http] object Routes:
  /** A path that is read. HEAD has the headers of GET. */
  def get(rules: HttpRules, path: String, handler: Handler): Unit =
    rules.get(path, handler).head(path, handler).any(path, refuse("GET, HEAD")): Unit

  /** A path that is posted to. */
  def post(rules: HttpRules, path: String, handler: Handler): Unit =
    rules.post(path, handler).any(path, refuse("POST")): Unit

  private def refuse(allowed: String): Handler = (request, _) =>
    throw Problem(
      405,
      "wrong-method",
      s"${request.prologue.method.text} is not allowed here: use $allowed",
      "Allow" -> allowed
    )
