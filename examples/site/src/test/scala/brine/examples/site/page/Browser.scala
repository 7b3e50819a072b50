package brine.examples.site.page

import brine.examples.site.TestService
import brine.examples.site.http.Client
import brine.lab.browser.{ChromiumForTests, DevTools}
import java.nio.file.Files

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
    while !evaluate(s"Boolean($expression)").bool do
      if System.nanoTime > until then
        throw AssertionError(s"$what: not within 20 s. The page: ${evaluate("document.body.innerText").str.take(3000)}")
      Thread.sleep(20)

  def awaitText(selector: String, text: String): Unit =
    await(s"$selector has '$text'")(
      s"[...document.querySelectorAll(${js(selector)})].some(one => one.innerText.includes(${js(text)}))"
    )

  def text(selector: String): String = evaluate(s"document.querySelector(${js(selector)})?.innerText ?? ''").str

  def exists(selector: String): Boolean = evaluate(s"document.querySelector(${js(selector)}) !== null").bool

  /** Clicks an element, once it is there and enabled. */
  def click(selector: String): Unit =
    await(s"$selector can be clicked")(s"${element(selector)} && !${element(selector)}.disabled")
    evaluate(s"${element(selector)}.click()"): Unit

  /** Clicks the button with a text, within an element. */
  def press(within: String, button: String): Unit =
    val found = s"[...document.querySelectorAll(${js(s"$within button")})].find(one => one.innerText === ${js(button)})"
    await(s"$button of $within can be pressed")(s"$found && !$found.disabled")
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

  private def element(selector: String) = s"document.querySelector(${js(selector)})"

  private def field(within: String, label: String): String =
    s"[...document.querySelectorAll(${js(within)})].flatMap(part => [...part.querySelectorAll('label')])" +
      s".find(one => one.innerText.trim() === ${js(label)})?.control"

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
  private val recorder =
    """(() => {
      |  const kept = name => new Set(JSON.parse(sessionStorage.getItem(name) ?? '[]'));
      |  const add = (name, text) => { const all = kept(name); if (!all.has(text)) { all.add(text); sessionStorage.setItem(name, JSON.stringify([...all])); } };
      |  const nameOf = element => {
      |    const control = element.closest?.('button, a, summary, input, select, textarea');
      |    if (!control) return null;
      |    const label = control.labels?.length ? control.labels[0].innerText : control.innerText;
      |    return control.localName + ': ' + label.trim().replace(/\d+/g, '#');
      |  };
      |  const use = event => { const name = nameOf(event.target); if (name) add('used', name); };
      |  for (const kind of ['click', 'input']) document.addEventListener(kind, use, true);
      |  const look = () => { for (const one of document.querySelectorAll('button, input, select, textarea')) add('shown', nameOf(one)); };
      |  document.addEventListener('DOMContentLoaded', () => new MutationObserver(look).observe(document.body, { subtree: true, childList: true }));
      |  window.shownControls = () => kept('shown');
      |  window.usedControls = () => kept('used');
      |})()""".stripMargin
