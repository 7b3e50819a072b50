package brine.jdbc.internal.opening

/** What messages call a log. */
private[jdbc] object LogName:
  /** The URL without user, password and parameters, and the tables. */
  def of(url: String, prefix: String): String =
    val whole = Option(url).getOrElse("jdbc")
    s"${whole.takeWhile(one => one != '?' && one != ';').replaceFirst("//[^/@]*@", "//")}, tables $prefix*"
