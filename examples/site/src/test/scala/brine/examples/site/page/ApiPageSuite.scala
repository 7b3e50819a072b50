package brine.examples.site.page

/** The description of the API in a real browser. */
class ApiPageSuite extends munit.FunSuite:
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  test("the API is described for people, who can try it"):
    Browser.use: (service, browser) =>
      val id = service.client.create("Shop")
      browser.start()
      browser.tools.load(browser.address + "/api.html")
      browser.awaitText("h1", "Sites")
      browser.awaitText("main", "POST /api/sites/{id}/commands")
      browser.awaitText("main", "ChoosePrimaryEntryPoint")
      browser.fill("[data-try='/api/sites/{id}']", "id (path)", id.toString)
      browser.press("[data-try='/api/sites/{id}']", "Try it")
      browser.awaitText("[data-try='/api/sites/{id}'] .result", "\"name\": \"Shop\"")
      browser.fill("[data-try='/api/sites/{id}']", "id (path)", "x")
      browser.press("[data-try='/api/sites/{id}']", "Try it")
      browser.awaitText("[data-try='/api/sites/{id}'] .result", "400: 'x' is not a UUID")

  test("without the token, what is tried says so"):
    Browser.use: (_, browser) =>
      browser.tools.load(browser.address + "/api.html")
      browser.awaitText("h1", "Sites")
      browser.press("[data-try='/api/views']", "Try it")
      browser.awaitText("[data-try='/api/views'] .result", "401: send the token")

private[page] object ApiPageSuite:
  /** What each request that can be tried is given, and a part of its answer. */
  private val requests = List(
    "/api/sites"                  -> (List("search", "before", "limit", "seen"), "\"hasMore\""),
    "/api/sites/{id}"             -> (Nil, "\"version\""),
    "/api/sites/{id}/events"      -> (List("from", "limit"), "\"SiteNameSet\""),
    "/api/sites/{id}/state"       -> (List("version", "time"), "\"stored\""),
    "/api/sites/{id}/difference"  -> (List("from", "to"), "\"isComplete\""),
    "/api/sites/{id}/last-change" -> (List("field", "page", "component"), "\"event\""),
    "/api/statistics"             -> (Nil, "\"Html5\""),
    "/api/views"                  -> (Nil, "\"statistics\"")
  )

  private val values = Map(
    "search" -> "while",
    "before" -> "999999999",
    "limit"  -> "5",
    "seen"   -> "1",
    "from"   -> "2",
    "to"     -> "3",
    // Empty: one of two that exclude each other.
    "version"   -> "3",
    "time"      -> "",
    "field"     -> "name",
    "page"      -> "",
    "component" -> ""
  )

  /** Uses each control of the page, which is shown. There is a site `While paused`. */
  def use(browser: Browser): Unit =
    browser.await("all requests")(s"document.querySelectorAll('[data-try]').length === ${requests.size}")
    browser.fill("[data-try='/api/sites']", "search (query)", "while paused")
    browser.press("[data-try='/api/sites']", "Try it")
    browser.awaitText("[data-try='/api/sites'] .result", "While paused")
    val id = browser.evaluate("JSON.parse(document.querySelector('[data-try] .result').textContent).sites[0].id").str
    for (path, (parameters, expected)) <- requests do
      val form = s"[data-try='$path']"
      if path.contains("{id}") then browser.fill(form, "id (path)", id)
      parameters.foreach(name => browser.fill(form, s"$name (query)", values(name)))
      browser.evaluate(s"document.querySelector(${browser.js(s"$form .result")}).textContent = ''"): Unit
      browser.press(form, "Try it")
      browser.awaitText(s"$form .result", expected)
    for (link, text) <- List("openapi.json" -> "\"openapi\"", "./" -> "Statistics") do
      browser.click(s"nav a[href='$link']")
      browser.awaitText("body", text)
      if link == "openapi.json" then
        browser.evaluate("history.back()"): Unit
        browser.awaitText("h1", "Sites")
