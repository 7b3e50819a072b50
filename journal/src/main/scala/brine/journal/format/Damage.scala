package brine.journal.format

/** Corruption in a file of a journal. Thrown internally; the API returns it as an error value.
  *
  * @param file
  *   name of the file
  * @param offset
  *   position in the file, in bytes
  * @param problem
  *   what is wrong
  */
private[journal] final class Damage(val file: String, val offset: Long, val problem: String)
    extends Exception(s"$file, byte $offset: $problem", null, false, false)

private[journal] object Damage:
  /** Records that were durable are not there. */
  def lost(file: String, end: SegmentEnd, durable: Long): Damage =
    Damage(file, end.offset, s"records ${end.sequence + 1} to $durable were durable and cannot be read")
