package brine.lab.model.books

/** A number for each data set that is the same wherever the same data were built: it is made of what the language fixes
  * on every platform, not of `hashCode`, whose answer for a Double differs in a browser.
  */
object BooksChecksum {

  /** What every platform and every Scala line must find, by case. */
  val known: Vector[(String, Int)] = Vector(
    "event"             -> 17640,
    "int-array"         -> -1745967306,
    "double-array"      -> 93778047,
    "string-seq"        -> -1300881938,
    "tree"              -> 135910665,
    "string-int-map"    -> 1775161669,
    "books-random-ids"  -> -1738395850,
    "books-numeric-ids" -> -1497271315
  )

  def of(data: BooksData): Int = data match {
    case OneClick(click)      => combine(Iterator(click.x, if (click.on) 1 else 0))
    case IntArray(ints)       => combine(ints.iterator)
    case DoubleArray(doubles) => combine(doubles.iterator.map(bits))
    case StringSeq(strings)   => combine(strings.iterator.map(text))
    case Tree(branch)         => tree(branch)
    // The order of a hash map is the Scala version's own affair, so the entries are summed.
    case StringIntMap(map) => map.iterator.map { case (key, value) => combine(Iterator(text(key), value)) }.sum
    case BookSeq(books)    =>
      combine(
        books.iterator.map(book => combine(Iterator(text(book.id), text(book.title), text(book.author), book.year)))
      )
  }

  private def tree(branch: Branch): Int =
    combine(Iterator(text(branch.name), text(branch.color), combine(branch.children.iterator.map(tree))))

  private def text(string: String): Int = combine(string.iterator.map(_.toInt))

  private def bits(double: Double): Int = {
    val long = java.lang.Double.doubleToLongBits(double)
    (long ^ (long >>> 32)).toInt
  }

  private def combine(parts: Iterator[Int]): Int = parts.foldLeft(17)((sum, part) => 31 * sum + part)
}
