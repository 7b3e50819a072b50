package brine.lab.browser

import java.nio.file.{Files, Path}
import munit.Assertions.{assume, fail}

/** The browser that tests need. Without one they are skipped with the word what to install, except where
  * `BRINE_CHROMIUM_REQUIRED` is set, as the continuous integration does: there they fail.
  */
object ChromiumForTests:
  val required = "BRINE_CHROMIUM_REQUIRED"

  def path: Path = Chromium.find() match
    case Right(found) => found
    case Left(reason) =>
      if sys.env.get(required).exists(_.nonEmpty) then fail(s"$required is set, and there is $reason")
      assume(false, reason)
      throw IllegalStateException(reason)

  private lazy val started =
    val made = DevTools(path, Files.createTempFile("brine-lab-chromium", ".log"))
    Runtime.getRuntime.addShutdownHook(Thread(() => made.close()))
    made

  /** A browser for all suites that load pages, since each start takes seconds; it ends with this JVM. Without any
    * complaint of an earlier page.
    */
  def shared: DevTools =
    started.complaints.clear()
    started
