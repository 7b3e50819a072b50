package brine.lab.page

/** The statuses in words for readers. */
object Statuses:
  val words: List[(String, String)] = List(
    "ok"          -> "measured",
    "wrong"       -> "a value read back differs",
    "unsupported" -> "the library cannot do the case",
    "unavailable" -> "the library is not available here",
    "oom"         -> "out of memory",
    "timeout"     -> "did not finish in time",
    "crashed"     -> "threw or ended the process",
    "skipped"     -> "not tried after an earlier failure",
    "unsettled"   -> "its times were still falling when the warm-up had to end"
  )

  def word(status: String): String = words.toMap.getOrElse(status, status)
