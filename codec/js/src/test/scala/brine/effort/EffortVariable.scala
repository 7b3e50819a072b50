package brine.effort

import scala.scalajs.js

/** The environment variable `BRINE_EFFORT`, by way of Node, which runs the tests. */
private[effort] object EffortVariable:
  /** Its value; null if it is not set. */
  def value: String | Null =
    js.Dynamic.global.process.env.BRINE_EFFORT.asInstanceOf[js.UndefOr[String]].getOrElse(null)

  /** Whether the tests run in JavaScript. */
  val isJavaScript: Boolean = true
