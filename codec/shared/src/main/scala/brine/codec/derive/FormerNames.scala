package brine.codec.derive

/** Checks the former names that `@was` gives to fields or cases. */
private[derive] object FormerNames:
  /** Why no reader could tell what a written name is, for names that each have former ones. */
  def problem(names: Vector[(String, Vector[String])]): Option[String] = twice(names).orElse(circle(names))

  private def twice(names: Vector[(String, Vector[String])]): Option[String] =
    val claims = for (name, was) <- names; former <- was.distinct yield former -> name
    claims.groupMap(_._1)(_._2).toVector.sortBy(_._1).collectFirst {
      case (former, several) if several.sizeIs > 1 =>
        s"${several.mkString(" and ")} have the same former name $former in @was; remove it from all but one of them"
    }

  private def circle(names: Vector[(String, Vector[String])]): Option[String] =
    val former                                                                      = names.toMap
    def follow(start: String, at: String, seen: List[String]): Option[List[String]] =
      former
        .getOrElse(at, Vector.empty)
        .filter(_ != at)
        .iterator
        .flatMap { next =>
          if next == start then Some(seen)
          else if seen.contains(next) then None
          else follow(start, next, next :: seen)
        }
        .nextOption()
    names.iterator.flatMap((name, _) => follow(name, name, List(name))).nextOption().map { circle =>
      s"${circle.reverse.mkString(" and ")} exchanged their names by @was; data of both versions have the same names, " +
        "so give one of them a name that none of them had"
    }
