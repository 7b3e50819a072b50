package brine.lab.model.entity

/** Numbers and texts that follow from a number, so that the same number always gives the same. Used by one thread. */
private[entity] final class SiteDraws(number: Long) {
  private var last = number * 0x9e3779b97f4a7c15L

  /** A number from 0 on, below a limit. */
  def below(limit: Int): Int = {
    last += 0x9e3779b97f4a7c15L
    var mixed = (last ^ (last >>> 30)) * 0xbf58476d1ce4e5b9L
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL
    ((mixed ^ (mixed >>> 31)) >>> 33).toInt % limit
  }

  def isHead: Boolean = below(2) == 0

  def one[A](of: Vector[A]): A = of(below(of.size))

  /** Words with spaces between them. */
  def words(count: Int): String = List.fill(count)(one(SiteDraws.Words)).mkString(" ")
}

private object SiteDraws {
  private val Words =
    "a new shop with old books opens near the river next spring and sells maps tea bread paper lamps to all who come in"
      .split(' ')
      .toVector
}
