package brine.effort

/** The environment variable `BRINE_EFFORT`. Tests in JavaScript have an object of the same name, which asks Node. */
private[effort] object EffortVariable:
  /** Its value; null if it is not set. */
  def value: String | Null = System.getenv("BRINE_EFFORT")

  /** Whether the tests run in JavaScript. */
  val isJavaScript: Boolean = false
