package brine.lab.page

/** Reads the authors' published figures from the lab's resources (see the README beside them). */
object Published:
  /** One value for each line of a file, without its header.
    *
    * @param columns
    *   number of columns that every line must have
    */
  def read[A](file: String, columns: Int)(value: Array[String] => A): List[A] =
    Assets
      .lines(s"published/$file")
      .drop(1)
      .map: line =>
        val found = line.split("\t", -1)
        if found.length != columns then throw IllegalStateException(s"published/$file: ${found.length} columns: $line")
        value(found)
