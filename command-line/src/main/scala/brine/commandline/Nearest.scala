package brine.commandline

/** Suggests known names for a mistyped one. */
private[brine] object Nearest:
  /** Number of insertions, deletions and replacements that turn `a` into `b`. */
  def distance(a: String, b: String): Int =
    var previous = (0 to b.length).toArray
    for i <- 1 to a.length do
      val row = new Array[Int](b.length + 1)
      row(0) = i
      for j <- 1 to b.length do
        val replaced = previous(j - 1) + (if a(i - 1) == b(j - 1) then 0 else 1)
        row(j) = replaced.min(previous(j) + 1).min(row(j - 1) + 1)
      previous = row
    previous(b.length)

  /** Up to three known names, the nearest first; names that contain the mistyped one, or are its beginning, come before
    * others.
    */
  def to(name: String, known: List[String]): List[String] =
    def rank(candidate: String) =
      if candidate.contains(name) || name.contains(candidate) then 0 else distance(name, candidate)
    known
      .map(candidate => rank(candidate) -> candidate)
      .filter(_._1 <= name.length.max(3) / 2 + 1)
      .sorted
      .map(_._2)
      .take(3)

  def hint(name: String, known: List[String]): String = to(name, known) match
    case Nil  => "known: " + known.mkString(", ")
    case near => "did you mean " + near.mkString(" or ") + "?"
