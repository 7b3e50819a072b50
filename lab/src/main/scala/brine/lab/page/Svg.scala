package brine.lab.page

/** What the pictures share. */
private[page] object Svg:
  def escaped(text: String): String =
    text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;")
