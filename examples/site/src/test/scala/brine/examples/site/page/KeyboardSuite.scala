package brine.examples.site.page

/** The page in a real browser, by keys alone. */
class KeyboardSuite extends munit.FunSuite:
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private def focused(browser: Browser, property: String) =
    browser.evaluate(s"String(document.activeElement.$property)").str

  test("a site is created, edited and looked at in the past without a mouse"):
    Browser.use: (service, browser) =>
      browser.start()
      browser.awaitText("#connection", "Connected")
      // The first key leads to the link that skips what is on every part of the page.
      browser.evaluate("document.activeElement.blur()"): Unit
      browser.tabTo("#skip")
      browser.enter()
      assertEquals(focused(browser, "id"), "main")
      browser.tabTo("#create input")
      browser.insert("Shop")
      browser.enter() // as a browser does with a form
      browser.await("the site")("document.querySelector('#site-version') !== null")
      browser.tabTo("#about textarea")
      browser.insert("Books")
      browser.tabTo("#about form button")
      browser.space()
      browser.await("it is saved")("document.querySelector('#site-version').innerText === 'version 6'")
      // The focus stays where it was when the page changes.
      browser.await("the focus")("document.activeElement.innerText === 'Save'")
      browser.tabTo("#about input[type=checkbox]")
      browser.space()
      assertEquals(focused(browser, "checked"), "true")
      browser.tabTo("#about form button")
      assertEquals(focused(browser, "innerText"), "Save flags")
      browser.enter()
      browser.await("it is saved")("document.querySelector('#site-version').innerText === 'version 7'")
      useSlider(browser)
      useDetails(browser)
      removes(browser)
      browser.evaluate("document.activeElement.blur()"): Unit
      browser.tabTo("nav a")
      browser.enter()
      browser.awaitText("h1", "Sites")
      browser.tabTo("#rebuild-sites")
      browser.enter()
      browser.awaitText("[data-view=sites]", "Version 2, ")
      assertEquals(focused(browser, "id"), "rebuild-sites")
      assertEquals(service.service.views("sites").status.version, 2)

  test("the button for more sites leaves the focus to the list when there are no more"):
    Browser.use: (service, browser) =>
      for number <- 1 to 25 do service.client.create(s"Site $number")
      browser.start()
      browser.await("20 sites")("document.querySelectorAll('#sites li').length === 20")
      browser.tabTo("#more")
      browser.space()
      browser.await("25 sites")("document.querySelectorAll('#sites li').length === 25")
      assertEquals(focused(browser, "id"), "sites")
      browser.tabKey()
      assert(browser.evaluate("document.activeElement.matches('#sites li:first-child a')").bool)

  private def useSlider(browser: Browser): Unit =
    def shows(version: Int): Unit =
      browser.await(s"version $version")(s"document.querySelector('#history-state').dataset.version === '$version'")
    browser.tabTo(".slider")
    shows(7)
    browser.key("ArrowLeft", 37)
    shows(6)
    browser.key("ArrowLeft", 37)
    shows(5)
    browser.key("ArrowRight", 39)
    shows(6)
    browser.key("Home", 36)
    shows(0)
    browser.awaitText("#history-event", "Before the first event")
    browser.key("End", 35)
    shows(7)
    browser.tabTo("#history-back")
    browser.enter()
    shows(6)
    assertEquals(focused(browser, "id"), "history-back")
    browser.tabTo("#why-description")
    browser.enter()
    browser.awaitText("#history-reason", "description was last changed by event 6")
    browser.tabTo("#history-go", back = true)
    browser.enter()
    shows(6)

  private def useDetails(browser: Browser): Unit =
    browser.tabTo("#pages > form input", back = true)
    browser.tabTo("#pages > form input[name=path]", back = true)
    browser.insert("/")
    browser.tabKey()
    browser.insert("Start")
    browser.enter()
    browser.await("the page")("document.querySelector(\"[data-key='/']\") !== null")
    browser.tabTo("summary", back = true)
    browser.enter()
    browser.await("it is open")("document.querySelector(\"[data-key='/']\").open")
    // The summary is another element now, and has the focus again.
    assertEquals(focused(browser, "localName"), "summary")
    browser.tabKey()
    assertEquals(focused(browser, "value"), "Start")
    browser.tabKey(back = true)
    browser.space()
    browser.await("it is closed")("!document.querySelector(\"[data-key='/']\").open")

  // A button that is gone with what it removes leaves the focus to the part around it, and others keep it.
  private def removes(browser: Browser): Unit =
    browser.tabTo("#domains form input")
    browser.insert("a.example")
    browser.enter()
    browser.await("the domain")("document.querySelector(\"[id='remove-a.example']\") !== null")
    browser.tabTo("[id='remove-a.example']", back = true)
    browser.enter()
    browser.await("no domain")("document.querySelector(\"[id='remove-a.example']\") === null")
    assertEquals(focused(browser, "id"), "domains")
    browser.tabKey()
    assertEquals(focused(browser, "localName"), "input")
    browser.tabTo("#publish", back = true)
    browser.enter()
    browser.awaitText("#published", "Published.")
    assertEquals(focused(browser, "id"), "publish")
