package brine.examples.site.page

import brine.examples.site.TestService
import brine.examples.site.model.{SiteChange, SiteEvent}
import java.util.UUID

/** The page in a real browser. */
class PageSuite extends munit.FunSuite:
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private def inBrowser(body: (TestService, Browser) => Unit): Unit = Browser.use(body)

  private def open(browser: Browser, id: UUID): Unit =
    browser.go(s"#/sites/$id")
    browser.await("the site")(s"document.querySelector('#site-version') && location.hash.includes('$id')")

  private def rename(name: String) = s"""{"type":"RenameSite","name":${ujson.write(name)}}"""

  test("the page asks for the token, and takes it from the address"):
    inBrowser: (_, browser) =>
      browser.tools.load(browser.address + "/")
      browser.awaitText("h1", "Token")
      browser.fill("#token-form", "The token that the program has printed", "not-the-token")
      browser.press("#token-form", "Open")
      browser.awaitText("#token-error", "This is not the token")
      browser.fill("#token-form", "The token that the program has printed", brine.examples.site.http.Client.Token)
      browser.press("#token-form", "Open")
      browser.awaitText("h1", "Sites")
      browser.tools.load("about:blank")
      browser.start()
      browser.awaitText("h1", "Sites")
      assertEquals(browser.evaluate("location.hash").str, "#/")

  test("every control: sites are created, found and edited with all commands, and refusals are beside their fields"):
    inBrowser: (service, browser) =>
      browser.start()
      browser.awaitText("#connection", "Connected")
      useOverview(service, browser)
      val id = UUID.fromString(browser.evaluate("location.hash.slice(8)").str)
      useEditor(browser)
      useHistory(browser)
      val kinds = service.store.log
        .readQuery[SiteChange](brine.journal.Query.stream(s"site-$id"))
        .foldLeft(Set.empty[String])((seen, record) => seen + record.value.event.productPrefix)
        .fold(error => fail(error.message), identity)
      val all = brine.codec.Codec.caseNames[SiteEvent].map(_.name).toSet
      assertEquals(all -- kinds, Set.empty)
      browser.click("nav a[href='#/']")
      browser.awaitText("h1", "Sites")
      useViews(service, browser)
      useLinks(browser)
      val (shown, used) = browser.controls
      assert(shown.size > 60, shown)
      assertEquals(shown.diff(used), Set.empty)

  private def useOverview(service: TestService, browser: Browser): Unit =
    for number <- 1 to 25 do service.client.create(s"Other $number")
    browser.awaitText("#sites", "Other 25")
    browser.await("20 sites")("document.querySelectorAll('#sites li').length === 20")
    browser.click("#more")
    browser.await("25 sites")("document.querySelectorAll('#sites li').length === 25")
    browser.fill("main", "Search in names and descriptions", "other 23")
    browser.await("one site")("document.querySelectorAll('#sites li').length === 1")
    browser.fill("main", "Search in names and descriptions", "nothing like it")
    browser.awaitText("#sites", "No site has these words")
    browser.awaitText("#events", "SiteNameSet (name: Other 25)")
    // A refusal, and then a site.
    browser.press("#create", "Create site")
    browser.awaitText("#create-error", "name must not be empty")
    assertEquals(
      browser.evaluate("document.querySelector('#create [aria-invalid]') === document.activeElement").bool,
      true
    )
    browser.fill("#create", "Name", "Shop")
    browser.fill("#create", "Description", "Books")
    browser.fill("#create", "Type", "Flash")
    browser.press("#create", "Create site")
    browser.awaitText("h1", "Shop")

  private def useEditor(browser: Browser): Unit =
    def version = browser.text("#site-version").drop("version ".length).toLong
    // Each step is saved before the next one.
    def saved(step: => Unit): Unit =
      val before = version
      step
      browser.await("it is saved")(s"Number(document.querySelector('#site-version').innerText.slice(8)) > $before")
    def refused(text: String)(step: => Unit): Unit =
      val before = version
      step
      browser.awaitText("p", text)
      assertEquals(version, before)

    refused("Name must not be empty"):
      browser.fill("#about", "Name", " ")
      browser.press("#about", "Save")
    assert(browser.evaluate("document.activeElement.getAttribute('aria-invalid') === 'true'").bool)
    saved:
      browser.fill("#about", "Name", "Book shop")
      browser.fill("#about", "Description", "Old\nbooks")
      browser.press("#about", "Save")
    browser.awaitText("h1", "Book shop")
    refused("Nothing has changed")(browser.press("#about", "Save"))
    for flag <- List("Unknown", "Free", "Premium") do browser.check("#about", flag)
    saved(browser.press("#about", "Save flags"))
    browser.check("#about", "Free")
    saved(browser.press("#about", "Save flags"))
    refused2(browser, "the site is not published")(browser.press("#about", "Unpublish"))
    saved(browser.press("#about", "Publish"))
    browser.awaitText("#published", "Published.")
    saved(browser.press("#about", "Unpublish"))

    refused("Domain must be a domain"):
      browser.fill("#domains", "Domain", "x")
      browser.press("#domains", "Add domain")
    for domain <- List("a.example", "b.example") do
      saved:
        browser.fill("#domains", "Domain", domain)
        browser.press("#domains", "Add domain")
    saved(browser.click("[id='primary-b.example']"))
    browser.awaitText("#domains", "b.example (primary)")
    saved(browser.click("[id='remove-a.example']"))

    saved:
      browser.fill("#entry-points", "Domain of the entry point", "a.example")
      browser.press("#entry-points", "Add domain entry point")
    saved:
      browser.fill("#entry-points", "User name", "olga")
      browser.fill("#entry-points", "Site name", "shop")
      browser.press("#entry-points", "Add free entry point")
    saved(browser.click("[id='primary-entry-olga.wix.com/shop']"))
    saved(browser.click("[id='remove-entry-a.example']"))

    saved:
      browser.fill("#meta-tags", "Name of the tag", "og:title")
      browser.fill("#meta-tags", "Value", "Shop")
      browser.press("#meta-tags", "Add meta tag")
    saved:
      browser.fill("#meta-tags", "og:title", "Books")
      browser.press("#meta-tags", "Save og:title")
    saved(browser.press("#meta-tags", "Remove"))

    refused("Path must begin with /"):
      browser.fill("#pages", "Path", "news")
      browser.fill("#pages", "Name of the page", "News")
      browser.press("#pages", "Add page")
    for path <- List("/", "/news") do
      saved:
        browser.fill("#pages > form", "Path", path)
        browser.fill("#pages > form", "Name of the page", "start")
        browser.press("#pages > form", "Add page")
    // Both before the browser tells of the first: the page changes in between.
    browser.evaluate(
      "for (const key of ['/', '/news']) document.querySelector(`[data-key='${key}'] > summary`).click()"
    ): Unit
    browser.await("both pages are open")("document.querySelectorAll('[data-key][open]').length === 2")
    browser.click("[data-key='/news'] > summary")
    browser.await("one page is open")("document.querySelectorAll('[data-key][open]').length === 1")
    val page = "[data-key='/']"
    saved:
      browser.fill(page, "Name of the page", "Start")
      browser.press(page, "Rename page")
    saved:
      browser.fill(page, "Name of the tag", "og:kind")
      browser.fill(page, "Value", "shop")
      browser.press(page, "Add meta tag")
    saved:
      browser.fill(page, "og:kind", "books")
      browser.press(page, "Save og:kind")
    saved(browser.click("[id='remove-tag-/-og:kind']"))
    useComponents(browser, page, step => saved(step()))
    saved(browser.press(page, "Remove page"))
    browser.await("the page is gone")("document.querySelector(\"[data-key='/']\") === null")

  private def refused2(browser: Browser, text: String)(step: => Unit): Unit =
    step
    browser.awaitText("#notice", text)

  private def useComponents(browser: Browser, page: String, saved: (() => Unit) => Unit): Unit =
    for (kind, number) <- List("Text", "Button", "Blog").zipWithIndex do
      saved: () =>
        browser.fill(page, "Kind", kind)
        browser.fill(page, "Name (of a button or blog)", "name")
        browser.fill(page, "Text (of a text or button)", "text")
        if number > 0 then
          browser.fill(page, "x (optional)", "5")
          browser.fill(page, "y (optional)", "-5")
        browser.press(page, "Add component")
    val components = browser
      .evaluate("[...document.querySelectorAll('[data-component]')].map(one => one.dataset.component)")
      .arr
      .map(_.str)
    val List(text, button, blog) = components.map(id => s"[data-component='$id']").toList: @unchecked
    saved: () =>
      browser.fill(text, "Text", "Hello")
      browser.press(text, "Save component")
    saved: () =>
      browser.fill(text, "x", "7")
      browser.fill(text, "y", "8")
      browser.press(text, "Move")
    saved: () =>
      browser.fill(button, "Name", "go")
      browser.fill(button, "Text", "Go!")
      browser.fill(button, "Action (a UUID)", UUID(4, 4).toString)
      browser.press(button, "Save component")
    saved: () =>
      browser.fill(button, "x", "")
      browser.fill(button, "y", "")
      browser.press(button, "Move")
    saved: () =>
      browser.fill(blog, "Name", "news")
      browser.check(blog, "RSS")
      browser.check(blog, "Tags")
      browser.press(blog, "Save component")
    saved(() => browser.press(blog, "Remove component"))

  private def useHistory(browser: Browser): Unit =
    def awaitVersion(version: Long): Unit =
      browser.await(s"version $version is shown")(
        s"document.querySelector('#history-state').dataset.version === '$version'"
      )
    val newest = browser.text("#site-version").drop("version ".length).toLong
    awaitVersion(newest)
    browser.evaluate(
      "{ const slider = document.querySelector('.slider'); slider.value = 5; slider.dispatchEvent(new Event('input', { bubbles: true })) }"
    ): Unit
    awaitVersion(5)
    browser.awaitText("[data-field=name]", "Shop")
    browser.click("#history-on")
    awaitVersion(6)
    browser.awaitText("[data-field=name]", "Book shop")
    browser.awaitText("#history-event", "SiteNameSet (name: Book shop)")
    browser.click("#history-back")
    awaitVersion(5)
    for field <- List("id", "name", "siteType") do
      browser.click(s"#why-$field")
      browser.awaitText("#history-reason", s"$field was last changed by event ${if field == "name" then 6 else 1}")
    browser.click("#why-name")
    browser.awaitText("#history-reason", "name was last changed by event 6")
    browser.click("#history-go")
    awaitVersion(6)
    browser.fill("#history-compare", "From version", "5")
    browser.fill("#history-compare", "To version", "7")
    browser.press("#history-compare", "Compare")
    browser.awaitText("#history-differences", "site.name")
    browser.awaitText("#history-differences", "Book shop")
    browser.awaitText("#history-differences", "site.description")
    browser.fill("#history-compare", "To version", "5")
    browser.press("#history-compare", "Compare")
    browser.awaitText("#history-differences", "Nothing differs")
    browser.fill("#history-time", "At a time", "2000-01-01T00:00:00")
    browser.press("#history-time", "Go")
    awaitVersion(0)
    browser.awaitText("#history-state", "There was no site")
    browser.fill("#history-time", "At a time", "2100-01-01T00:00:00")
    browser.press("#history-time", "Go")
    awaitVersion(newest)

  private def useViews(service: TestService, browser: Browser): Unit =
    browser.awaitText("#statistics", "Html5")
    browser.awaitText("#statistics", "PageComponentAdded")
    for view <- List("sites", "statistics") do
      browser.click(s"#rebuild-$view")
      browser.awaitText(s"[data-view=$view]", "Version 2, ")
      assertEquals(service.service.views(view).status.version, 2)
    browser.check("header", "Live")
    browser.awaitText("#connection", "Paused")
    val id = service.client.create("While paused")
    assert(!browser.text("#events").contains("While paused"))
    // What was missed meanwhile comes when the stream is open again.
    browser.check("header", "Live")
    browser.awaitText("#events", "SiteNameSet (name: While paused)")
    assert(browser.exists(s"#events a[href='#/sites/$id']"))
    browser.click("#skip")
    assertEquals(browser.evaluate("document.activeElement.id").str, "main")

  private def useLinks(browser: Browser): Unit =
    for list <- List("events", "sites") do
      browser.await("the list")(s"document.querySelector('#$list a') !== null")
      val address = browser.evaluate(s"document.querySelector('#$list a').getAttribute('href')").str
      browser.click(s"#$list a")
      browser.await("the site")(s"document.querySelector('#site-version') && location.hash === '$address'")
      browser.evaluate("history.back()"): Unit
      browser.awaitText("h1", "Sites")
    browser.click("nav a[href='api.html']")
    browser.awaitText("h1", "Sites")
    ApiPageSuite.use(browser)

  test("a second tab is told of what the first one has saved, and merges"):
    inBrowser: (service, browser) =>
      val id = service.client.create("Shop")
      browser.start()
      open(browser, id)
      val first  = browser.tools.tab
      val second = browser.openTab()
      browser.start()
      open(browser, id)
      // Without live events, the second one does not know yet.
      browser.check("header", "Live")
      browser.fill("#about", "Description", "mine")
      browser.tools.use(first)
      browser.fill("#about", "Name", "Theirs")
      browser.press("#about", "Save")
      browser.awaitText("h1", "Theirs")
      browser.tools.use(second)
      assertEquals(browser.text("h1"), "Shop")
      browser.press("#about", "Save")
      browser.awaitText("#about .notice", "Taken over: Name. Your own changes are kept")
      assertEquals(browser.value("#about", "Name"), "Theirs")
      assertEquals(browser.value("#about", "Description"), "mine")
      browser.press("#about", "Save")
      browser.await("it is saved")("document.querySelector('#site-version').innerText === 'version 7'")
      assert(!browser.exists("#about .notice"))
      // Both change the same field: they are shown beside each other.
      for choice <- List("mine", "theirs") do
        val names    = Map("mine" -> s"mine, to choose $choice", "theirs" -> s"theirs, to choose $choice")
        val expected = names(choice)
        browser.tools.use(second)
        browser.fill("#about", "Name", names("mine"))
        service.client
          .change(id, service.client.get(s"/api/sites/$id").body("version").num.toLong, rename(names("theirs")))
          .require(200)
        browser.press("#about", "Save")
        browser.awaitText("[data-conflict=name]", names("mine"))
        browser.awaitText("[data-conflict=name]", names("theirs"))
        assert(browser.evaluate("document.querySelector('#about form button[type=submit]').disabled").bool)
        browser.click(s"[data-conflict=name] input[value=$choice]")
        assertEquals(browser.value("#about", "Name"), expected)
        if choice == "mine" then
          browser.press("#about", "Save")
          browser.awaitText("h1", expected)
        browser.await("it is merged")("!document.querySelector('#about .notice')")
        assertEquals(service.client.get(s"/api/sites/$id").body("site")("name").str, expected)
      // A button that is based on an older version does nothing but say so.
      service.client
        .change(id, service.client.get(s"/api/sites/$id").body("version").num.toLong, rename("again"))
        .require(200)
      browser.press("#about", "Publish")
      browser.awaitText("#notice", "The site was changed elsewhere")
      assert(!service.client.get(s"/api/sites/$id").body("site")("published").bool)

  test("with live events, a form that is being filled in takes over what others save at once"):
    inBrowser: (service, browser) =>
      val id = service.client.create("Shop")
      browser.start()
      browser.awaitText("#connection", "Connected")
      open(browser, id)
      browser.fill("#about", "Description", "mine")
      service.client.change(id, 5, rename("Theirs")).require(200)
      browser.awaitText("#about .notice", "Taken over: Name")
      assertEquals(browser.value("#about", "Description"), "mine")
      // The keyboard stays where it was.
      assertEquals(browser.evaluate("document.activeElement.name").str, "description")
      browser.press("#about", "Save")
      browser.await("it is saved")("document.querySelector('#site-version').innerText === 'version 7'")
      // One that nobody has touched just shows the new values.
      service.client.change(id, 7, rename("Once more")).require(200)
      browser.await("the new name")("document.querySelector('#about input').value === 'Once more'")
      assert(!browser.exists("#about .notice"))

  test("what users write is text, wherever it is shown"):
    inBrowser: (service, browser) =>
      val evil = """<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>"""
      val text = ujson.write(evil)
      val id   = service.client.create(evil)
      service.client
        .change(
          id,
          5,
          s"""{"type":"DescribeSite","description":$text}""",
          s"""{"type":"SetDefaultMetaTag","name":$text,"value":$text}""",
          s"""{"type":"AddPage","path":"/<b>","name":$text}""",
          s"""{"type":"SetPageMetaTag","path":"/<b>","name":$text,"value":$text}""",
          s"""{"type":"AddPageComponent","pagePath":"/<b>","id":"${UUID(
              3,
              3
            )}","data":{"type":"TextComponentData","text":$text}}"""
        )
        .require(200)
      browser.start()
      browser.awaitText("#sites", evil)
      open(browser, id)
      browser.awaitText("h1", evil)
      browser.click("[data-key='/<b>'] > summary")
      browser.awaitText("#history-state", "<img src=x")
      browser.fill("#history-compare", "From version", "0")
      browser.press("#history-compare", "Compare")
      browser.awaitText("#history-differences", "<img src=x")
      browser.click("#why-name")
      browser.awaitText("#history-reason", "<img src=x")
      assertEquals(browser.evaluate("document.querySelectorAll('img, main script, main b').length").num, 0.0)
      assertEquals(browser.evaluate("String(window.hacked)").str, "undefined")

  test("all parts fit a phone, are dark where that is wanted, have names and enough contrast"):
    inBrowser: (service, browser) =>
      val id = service.client.create("A shop with a rather long name for the width of a phone" + "x" * 80)
      service.client.change(id, 5, s"""{"type":"AddPage","path":"/${"p" * 80}","name":"start"}""").require(200)
      browser.tools.width(360)
      val backgrounds = for scheme <- List("light", "dark") yield
        browser.tools.send(
          "Emulation.setEmulatedMedia",
          "features" -> ujson.Arr(ujson.Obj("name" -> "prefers-color-scheme", "value" -> scheme))
        ): Unit
        browser.start()
        for (part, isThere) <- List("#/" -> "#create", s"#/sites/$id" -> "#history-state table") do
          browser.go(part)
          browser.await(part)(s"document.querySelector('$isThere')")
          checkPart(browser, s"$part in $scheme")
        browser.tools.load(browser.address + "/api.html")
        browser.await("the API")("document.querySelector('h1')")
        checkPart(browser, s"API in $scheme")
        browser.evaluate("getComputedStyle(document.documentElement).backgroundColor").str
      assertEquals(backgrounds, List("rgb(255, 255, 255)", "rgb(13, 17, 23)"))

  private def checkPart(browser: Browser, part: String): Unit =
    val width = browser.evaluate("document.documentElement.scrollWidth").num
    assert(
      width <= 360,
      s"$part is $width wide: ${browser.evaluate("[...document.querySelectorAll('main *')].filter(one => one.getBoundingClientRect().right > 361 && !one.closest('.scroll')).map(one => one.outerHTML.slice(0, 100)).slice(0, 5).join(' ')").str}"
    )
    val nameless = browser.evaluate(
      """[...document.querySelectorAll('input, select, textarea')].filter(one => !one.labels.length && !one.ariaLabel)
        |  .concat([...document.querySelectorAll('button, a')].filter(one => !one.innerText.trim() && !one.ariaLabel))
        |  .map(one => one.outerHTML)""".stripMargin
    )
    assertEquals(nameless.arr.toList, Nil, part)
    val twice = browser.evaluate(
      "{ const ids = [...document.querySelectorAll('[id]')].map(one => one.id); ids.filter((id, at) => ids.indexOf(id) !== at) }"
    )
    assertEquals(twice.arr.toList, Nil, part)
    assertEquals(browser.evaluate("document.querySelectorAll('h1').length").num, 1.0, part)
    val pale = browser.evaluate(Contrast.script)
    assertEquals(pale.arr.map(_.str).toList, Nil, part)
