package brine.examples.site.page

import brine.examples.site.TestService
import brine.examples.site.http.Client
import brine.lab.browser.{ChromiumForTests, DevTools}
import java.nio.file.Files
import munit.Assertions
import scala.util.Using

/** A browser that shows the page of a service, and does what a person does. */
final class Browser(service: TestService) extends AutoCloseable:
  private val log     = Files.createTempFile("brine-example-site-chromium", ".log")
  val address: String = s"http://127.0.0.1:${service.server.port}"
  val tools: DevTools = DevTools(ChromiumForTests.path, log, Some(address))
  prepare()

  /** Opens another tab, and uses it. */
  def openTab(): String =
    val tab = tools.open()
    prepare()
    tab

  // Notes in each document which controls there are and which were used, for as long as the tab is open.
  private def prepare(): Unit =
    tools.send("Page.addScriptToEvaluateOnNewDocument", "source" -> Browser.recorder): Unit

  /** Opens the page with its token. */
  def start(): Unit =
    tools.load(s"$address/#token=${Client.Token}")
    await("the page is there")("document.querySelector('h1') !== null")

  /** Goes to a part of the page. */
  def go(hash: String): Unit =
    evaluate(s"location.hash = ${js(hash)}"): Unit

  def evaluate(expression: String): ujson.Value = tools.evaluate(expression)

  /** Waits until an expression is true. */
  def await(what: String)(expression: String): Unit =
    val until = System.nanoTime + 20_000_000_000L
    while !isTrue(expression) do
      if System.nanoTime > until then
        throw AssertionError(s"$what: not within 20 s. The page: ${evaluate("document.body.innerText").str.take(3000)}")
      Thread.sleep(20)

  private def isTrue(expression: String): Boolean =
    try evaluate(s"Boolean($expression)").bool
    // Another page takes the place of the one that was asked.
    catch case failed: AssertionError if Browser.Gone.exists(failed.getMessage.contains(_)) => false

  def awaitText(selector: String, text: String): Unit =
    await(s"$selector has '$text'")(
      s"[...document.querySelectorAll(${js(selector)})].some(one => one.innerText.includes(${js(text)}))"
    )

  def text(selector: String): String = evaluate(s"document.querySelector(${js(selector)})?.innerText ?? ''").str

  def exists(selector: String): Boolean = evaluate(s"document.querySelector(${js(selector)}) !== null").bool

  /** Clicks an element, once it is there and enabled. */
  def click(selector: String): Unit =
    await(s"$selector can be clicked")(s"${element(selector)} && ${isEnabled(element(selector))}")
    evaluate(s"${element(selector)}.click()"): Unit

  /** Clicks the button with a text, within an element. */
  def press(within: String, button: String): Unit =
    val found = s"[...document.querySelectorAll(${js(s"$within button")})].find(one => one.innerText === ${js(button)})"
    await(s"$button of $within can be pressed")(s"$found && ${isEnabled(found)}")
    evaluate(s"$found.click()"): Unit

  /** Types a text into the field with a label, within an element. */
  def fill(within: String, label: String, value: String): Unit =
    val found = field(within, label)
    await(s"the field '$label' of $within")(s"$found !== undefined")
    evaluate(s"""{ const field = $found; field.focus(); field.value = ${js(value)};
                |  field.dispatchEvent(new Event('input', { bubbles: true })); field.dispatchEvent(new Event('change', { bubbles: true })); }
                |""".stripMargin): Unit

  /** Changes the box with a label. */
  def check(within: String, label: String): Unit =
    await(s"the box '$label' of $within")(s"${field(within, label)} !== undefined")
    evaluate(s"${field(within, label)}.click()"): Unit

  def value(within: String, label: String): String = evaluate(s"${field(within, label)}.value").str

  def isChecked(within: String, label: String): Boolean = evaluate(s"${field(within, label)}.checked").bool

  private def isEnabled(found: String) = s"!$found.disabled && $found.ariaDisabled !== 'true'"

  private def element(selector: String) = s"document.querySelector(${js(selector)})"

  private def field(within: String, label: String): String =
    s"[...document.querySelectorAll(${js(within)})].flatMap(part => [...part.querySelectorAll('label')])" +
      s".find(one => one.innerText.trim() === ${js(label)})?.control"

  /** Presses a key, as a person does: what has the focus gets it.
    *
    * @param text
    *   what the key types
    */
  def key(name: String, code: Int, text: String = "", shift: Boolean = false): Unit =
    for kind <- List(if text.isEmpty then "rawKeyDown" else "keyDown", "keyUp") do
      val event = List[(String, ujson.Value)](
        "type"                  -> kind,
        "key"                   -> name,
        "code"                  -> name,
        "windowsVirtualKeyCode" -> code,
        "modifiers"             -> (if shift then 8 else 0)
      )
      tools.send("Input.dispatchKeyEvent", event ++ Option.when(kind == "keyDown")("text" -> ujson.Str(text))*): Unit

  /** Moves the focus to the next element, or to the one before. */
  def tabKey(back: Boolean = false): Unit = key("Tab", 9, shift = back)

  def enter(): Unit = key("Enter", 13, "\r")

  def space(): Unit = key(" ", 32, " ")

  /** Types a text where the focus is. */
  def insert(text: String): Unit = tools.send("Input.insertText", "text" -> text): Unit

  /** Presses Tab until an element has the focus that a selector selects. */
  def tabTo(selector: String, back: Boolean = false): Unit =
    var presses = 0
    while !evaluate(s"Boolean(document.activeElement?.matches(${js(selector)}))").bool do
      presses += 1
      if presses > 300 then throw AssertionError(s"no press of Tab leads to $selector")
      tabKey(back)

  /** The controls that this tab has shown, and those that were used. */
  def controls: (Set[String], Set[String]) =
    def read(name: String) = evaluate(s"[...window.$name()]").arr.map(_.str).toSet
    (read("shownControls"), read("usedControls"))

  /** What the page has complained of, other than answers that are expected. */
  def complaints: List[String] =
    tools.complaints.toArray
      .map(_.toString)
      .toList
      .filterNot(one => one.contains("the server responded with a status of"))

  def js(text: String): String = ujson.write(text)

  def close(): Unit =
    tools.close()
    Files.deleteIfExists(log): Unit

object Browser:
  /** What the browser says of an expression for a page that is left. */
  private val Gone = List("navigated or closed", "context was destroyed", "Cannot find")

  /** Shows the page of a new service. The page must not complain meanwhile. */
  def use(body: (TestService, Browser) => Unit): Unit = TestService.use(): service =>
    ChromiumForTests.path: Unit // or the test is skipped
    Using.resource(Browser(service)): browser =>
      body(service, browser)
      Assertions.assertEquals(browser.complaints, Nil)

  /** Controls have the name of their label. Links of a list are one control, and so are the pages of a site that are
    * opened. Those of a form of the page of the API are of that form.
    */
  private val recorder =
    """(() => {
      |  const kept = name => new Set(JSON.parse(sessionStorage.getItem(name) ?? '[]'));
      |  const add = (name, text) => { const all = kept(name); if (!all.has(text)) { all.add(text); sessionStorage.setItem(name, JSON.stringify([...all])); } };
      |  const nameOf = element => {
      |    const control = element.closest?.('button, a, summary, input, select, textarea');
      |    if (!control) return null;
      |    const list = control.localName === 'a' ? control.closest('ul[id]') : null;
      |    if (list) return 'a of #' + list.id;
      |    if (control.localName === 'summary') return 'summary of #' + control.closest('section').id;
      |    const label = control.labels?.length ? control.labels[0].innerText : control.innerText;
      |    const form = control.closest('[data-try]')?.dataset.try ?? '';
      |    return form + control.localName + ': ' + label.trim().replace(/\d+/g, '#');
      |  };
      |  const use = event => { const name = nameOf(event.target); if (name) add('used', name); };
      |  for (const kind of ['click', 'input']) document.addEventListener(kind, use, true);
      |  const look = () => { for (const one of document.querySelectorAll('button, a, summary, input, select, textarea')) add('shown', nameOf(one)); };
      |  document.addEventListener('DOMContentLoaded', () => { look(); new MutationObserver(look).observe(document.body, { subtree: true, childList: true }); });
      |  window.shownControls = () => kept('shown');
      |  window.usedControls = () => kept('used');
      |})()""".stripMargin
