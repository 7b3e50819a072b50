package brine.lab.browser

import java.nio.file.Path
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
