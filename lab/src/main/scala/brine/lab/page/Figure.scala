package brine.lab.page

/** A figure of the page as a tab-separated file.
  *
  * @param belongs
  *   whether a row of the tables is in the file
  */
final case class Figure(file: String, belongs: Summary => Boolean)

object Figure:
  /** The file of a study's rows. */
  def of(file: String, study: String)(belongs: Summary => Boolean): Figure =
    Figure(file, summary => summary.study == study && belongs(summary))

  /** The operations of the codec studies that are timed. */
  val timed: Set[String] = Set("encode", "decode")
