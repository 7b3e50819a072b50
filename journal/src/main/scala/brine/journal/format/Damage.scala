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
