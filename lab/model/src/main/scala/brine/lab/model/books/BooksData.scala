package brine.lab.model.books

/** The value of one case of study `books`: what is written and read as one message.
  *
  * Equality of the arrays is by their elements ([[BooksData.same]]), that of all else by `equals`.
  */
sealed abstract class BooksData {
  def value: AnyRef
}

final case class OneClick(value: Click)                extends BooksData
final case class IntArray(value: Array[Int])           extends BooksData
final case class DoubleArray(value: Array[Double])     extends BooksData
final case class StringSeq(value: Seq[String])         extends BooksData
final case class Tree(value: Branch)                   extends BooksData
final case class StringIntMap(value: Map[String, Int]) extends BooksData
final case class BookSeq(value: Seq[Book])             extends BooksData

/** The eight data sets of BooPickle's performance page, with the same shapes and sizes but new content. They are plain
  * Scala without time, files or buffers, so that a browser builds the same ones; see [[BooksChecksum]].
  */
object BooksData {

  /** The cases by name, in the order of the published page. */
  val names: Vector[String] = Vector(
    "event",
    "int-array",
    "double-array",
    "string-seq",
    "tree",
    "string-int-map",
    "books-random-ids",
    "books-numeric-ids"
  )

  /** Creates the value of a case; each call creates a new one.
    *
    * @throws IllegalArgumentException
    *   if there is no such case
    */
  def of(name: String): BooksData = name match {
    case "event"             => OneClick(Click(42, true))
    case "int-array"         => IntArray(BooksGenerator.ints)
    case "double-array"      => DoubleArray(BooksGenerator.doubles)
    case "string-seq"        => StringSeq(BooksGenerator.strings)
    case "tree"              => Tree(BooksGenerator.tree)
    case "string-int-map"    => StringIntMap(BooksGenerator.stringIntMap)
    case "books-random-ids"  => BookSeq(BooksGenerator.books(BooksGenerator.randomIds))
    case "books-numeric-ids" => BookSeq(BooksGenerator.books(BooksGenerator.numericIds))
    case _                   =>
      throw new IllegalArgumentException("there is no case " + name + " in study books; it has " + names.mkString(", "))
  }

  /** Whether a value that was read back is the one that was written. */
  def same(written: Any, read: Any): Boolean = (written, read) match {
    case (a: Array[Int], b: Array[Int])       => java.util.Arrays.equals(a, b)
    case (a: Array[Double], b: Array[Double]) => java.util.Arrays.equals(a, b)
    case (a, b)                               => a == b
  }
}
