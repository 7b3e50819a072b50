package brine.journal.format

/** What is wrong with bytes of a file of a journal, and where: thrown inside, a value of the public errors outside.
  *
  * @param file
  *   name of the file
  * @param offset
  *   where in it, in bytes
  */
private[journal] final class Damage(val file: String, val offset: Long, val problem: String)
    extends Exception(s"$file, byte $offset: $problem", null, false, false)
