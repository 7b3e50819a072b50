package brine.lab.model

import brine.lab.peer.{Input, Library, Peer, Rebuild}

/** The check that every peer must pass before a figure of it means anything. */
object RoundTrip {

  sealed trait Result

  /** All values came back; `bytes` is the sum of their encoded lengths. */
  final case class Done(bytes: Long) extends Result

  /** The library cannot do the case, and says why. */
  final case class Unsupported(reason: String) extends Result

  /** All cases of studies `site` and `books`, and one of study `evactor`, as pairs of study and name. */
  val cases: Vector[(String, String)] =
    ((Cases.Site ++ Cases.Rebuild ++ Cases.Records).map("site" -> _) :+ ("evactor" -> "events-1000")) ++ Cases.Books
      .map("books" -> _)

  /** Those that the library has a part in. */
  def cases(peer: Peer, library: Library): Vector[(String, String)] = {
    val own = peer.cases(library.name)
    cases.filter { case (study, name) => library.studies.contains(study) && (own.isEmpty || own.contains(name)) }
  }

  /** Encodes all values of a case, then decodes them all: an array that a later call writes into is found out.
    *
    * @throws AssertionError when a value does not come back the same
    */
  def check(peer: Peer, library: String, study: String, name: String, input: Input): Result =
    try {
      val format = peer.open(library, study, name, input)
      val values = format.values
      if (values.isEmpty) throw new AssertionError(s"$library, $study $name: there are no values")
      format.begin()
      val encoded = values.map(format.encode)
      for (index <- values.indices) {
        val read = format.decode(encoded(index), index)
        if (!format.same(values(index), read))
          throw new AssertionError(s"$library, $study $name: value $index ${difference(values(index), read)}")
      }
      format match {
        case rebuild: Rebuild if rebuild.rebuild(encoded) != rebuild.result =>
          throw new AssertionError(s"$library, $study $name: what the values make together differs from the original")
        case _ => Done(encoded.map(_.length.toLong).sum)
      }
    } catch {
      case e: UnsupportedOperationException => Unsupported(e.getMessage)
    }

  /** A site prints as tens of thousands of characters, so only where the first difference is. */
  private def difference(written: AnyRef, read: AnyRef): String = {
    val (expected, found)  = (printed(written), printed(read))
    val same               = expected.zip(found).takeWhile { case (a, b) => a == b }.length
    def part(text: String) = text.slice(same - 40, same + 80).replace("\n", " ")
    "was " + part(expected) + " and came back as " + part(found)
  }

  private def printed(value: AnyRef): String = value match {
    case ints: Array[Int]       => ints.mkString("Array(", ", ", ")")
    case doubles: Array[Double] => doubles.mkString("Array(", ", ", ")")
    case other                  => String.valueOf(other)
  }
}
