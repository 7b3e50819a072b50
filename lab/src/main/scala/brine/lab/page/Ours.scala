package brine.lab.page

/** Which rows are Brine's, and which are neither ours nor a peer. */
object Ours:
  val mainRow       = "brine"
  val dictionaryRow = "brine-dictionary"

  def isOurs(library: String): Boolean = library.startsWith("brine")

  /** The format written by hand, which shows what is possible. */
  val handWritten = "reference-positional"

  /** Whether a row is no library. Such rows take part in no ranking. */
  def isReference(library: String): Boolean = library.startsWith("reference")
