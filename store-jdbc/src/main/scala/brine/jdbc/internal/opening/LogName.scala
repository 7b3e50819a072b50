package brine.jdbc.internal.opening

/** What messages call a log. */
private[brine] object LogName:
  /** The URL without user, password and parameters, and the tables. */
  def of(url: String, prefix: String): String = s"${Option(url).fold("jdbc")(LogName.url)}, tables $prefix*"

  /** A URL without user, password and parameters. Without its host, too, if that may be a part of a password. */
  def url(whole: String): String =
    val (shown, rest) = whole.span(one => one != '?' && one != ';')
    // What looks like parameters may follow from a character of a password.
    val isCertain = !rest.contains('@') || !shown.matches(Server) || shown.matches(Place) && rest.matches(Parameters)
    // A password may have any character, so the last @ counts. A path of a file may have one, too.
    if isCertain then shown.replaceFirst("^(jdbc:[^/]*)//.*@", "$1//")
    else shown.replaceFirst("//.*$", "//…")

  private val Server     = "jdbc:[^/]*//.*"
  private val Place      = "jdbc:[^/]*//[^/:@,]*(:[0-9]+)?(,[^/:@,]*(:[0-9]+)?)*/.*"
  private val Parameters = "(?s)[?;][A-Za-z][A-Za-z_.]*=.*"
