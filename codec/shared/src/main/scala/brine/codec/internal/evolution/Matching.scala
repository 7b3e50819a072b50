package brine.codec.internal.evolution

/** Which of the things of this program each of those written is, by its name or a former one; -1 for none. */
private[codec] object Matching:
  def apply(written: Vector[String], here: Vector[(String, Vector[String])]): Vector[Int] =
    val byName = written.map(name => here.indexWhere(_._1 == name))
    written.zip(byName).map { (name, found) =>
      if found >= 0 then found
      else here.indexWhere((current, was) => was.contains(name) && !written.contains(current))
    }
