package brine.jdbc.internal.opening

/** What messages call a log. */
private[brine] object LogName:
  /** The URL without user, password and parameters, and the tables. */
  def of(url: String, prefix: String): String = s"${Option(url).fold("jdbc")(LogName.url)}, tables $prefix*"

  /** A URL without user, password and parameters. */
  def url(whole: String): String =
    // A password may have any character, so the last @ counts. A path of a file may have one, too.
    whole.takeWhile(one => one != '?' && one != ';').replaceFirst("^(jdbc:[a-z]+:)//.*@", "$1//")
