package brine.codec.internal.evolution

/** Matches written names to those of this program, by current or former name; -1 for no match. */
private[codec] object Matching:
  def apply(written: Vector[String], here: Vector[(String, Vector[String])]): Vector[Int] =
    val byName = written.map(name => here.indexWhere(_._1 == name))
    written.zip(byName).map { (name, found) =>
      if found >= 0 then found
      else here.indexWhere((current, was) => was.contains(name) && !written.contains(current))
    }
