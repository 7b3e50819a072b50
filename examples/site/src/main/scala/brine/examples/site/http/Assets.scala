package brine.examples.site.http

import io.helidon.http.HeaderNames
import io.helidon.webserver.http.{Handler, HttpRules, HttpService}

/** The files of the page, from the class path. They are public: the page has no data in it. */
private[http] object Assets extends HttpService:
  private val types = Map(
    "html" -> "text/html; charset=utf-8",
    "css"  -> "text/css; charset=utf-8",
    "js"   -> "text/javascript; charset=utf-8",
    "json" -> "application/json"
  )

  /** The files. No other file of the class path can be asked for. */
  private val files =
    List("index.html", "api.html", "app.css", "api.js", "openapi.json") ++
      List(
        "app",
        "client",
        "creation",
        "dom",
        "editor",
        "forms",
        "history",
        "merge",
        "overview",
        "pages",
        "stream",
        "views"
      )
        .map(_ + ".js")

  def routing(rules: HttpRules): Unit =
    Routes.get(rules, "/", file("index.html"))
    files.foreach(name => Routes.get(rules, s"/$name", file(name)))

  private def file(name: String): Handler =
    val stream = getClass.getResourceAsStream(s"/brine/examples/site/web/$name")
    if stream == null then throw IllegalStateException(s"the file $name of the page is missing")
    val bytes =
      try stream.readAllBytes()
      finally stream.close()
    val ofType = types(name.drop(name.lastIndexOf('.') + 1))
    (request, response) =>
      response.header(HeaderNames.CONTENT_TYPE, ofType).header(HeaderNames.CACHE_CONTROL, "no-cache"): Unit
      Requests.send(request, response, bytes)
