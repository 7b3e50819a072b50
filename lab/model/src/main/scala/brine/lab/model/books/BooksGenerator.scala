package brine.lab.model.books

/** Fills the data sets of study `books`. What makes a format long or short is kept as it was published: how the
  * integers are spread, which share of the characters is not ASCII, how often a text repeats. The texts are our own.
  */
private[books] object BooksGenerator {
  private val Letters = "abcdefghijklmnopqrstuvwxyzéABCDEFGHIJKLMNOPQRSTUVWXYZÆ0123456789:;()+          ="
  private val Colors  = Vector("green", "brown", "amber", "violet", "grey")

  /** One author, so that seven of eight names repeat; a tab and letters outside ASCII, each in one title. */
  private val Author = "Ida Thornton"
  private val Titles = Vector(
    "Ferry!"                  -> 1961,
    "Miller's Oak"            -> 1962,
    "Salt\tHarbour"           -> 1963,
    "Lantern, The"            -> 1963,
    "Night Mail to the North" -> 1964,
    "Brückchör"               -> 1964,
    "Bread for Two"           -> 1964,
    "Girl Who Drew Bridges"   -> 1964
  )

  /** Integers from 99 up to 10,000,000, half of them below 200: a small number over a uniform one. */
  private def skewed(draws: Draws): Int = (1.0 / (1.0 + draws.fraction() * 1e5) * 1e7).toInt

  def ints: Array[Int] = {
    val draws = new Draws(1)
    Array.fill(10000)(skewed(draws))
  }

  /** Doubles from -100,000 to 900,000 that use all their bits. */
  def doubles: Array[Double] = {
    val draws = new Draws(2)
    Array.fill(8000)((draws.fraction() - 0.1) * 1e6)
  }

  /** Texts of 2 to 101 characters, short ones more often; hardly any two are equal. */
  def strings: Vector[String] = {
    val draws = new Draws(3)
    Vector.fill(1000) {
      val root   = draws.fraction() * 10
      val length = (root * root + 2).toInt
      val text   = new java.lang.StringBuilder(length)
      for (_ <- 0 until length) text.append(Letters.charAt(draws.below(Letters.length)))
      text.toString
    }
  }

  def stringIntMap: Map[String, Int] = {
    val draws = new Draws(4)
    Vector.tabulate(10000)(index => ("No" + index) -> skewed(draws)).toMap
  }

  /** A hundred names of eleven characters: a letter, then eight hexadecimal digits, a colon and one digit more. */
  private val names: Vector[String] = {
    val draws              = new Draws(5)
    def digit()            = "0123456789abcdef".charAt(draws.below(16)).toString
    def digits(count: Int) = Vector.fill(count)(digit()).mkString
    Vector.fill(100)("N" + digits(8) + ":" + digits(1))
  }

  def randomIds: Vector[String] = names.slice(17, 17 + Titles.size)

  def numericIds: Vector[String] = Vector.tabulate(Titles.size)(index => (1017 + index).toString)

  def books(ids: Vector[String]): Vector[Book] =
    ids.zip(Titles).map { case (id, (title, year)) => Book(id, title, Author, year) }

  /** Up to five branches at each node, fewer the deeper it is; names come in turns from the hundred, so they repeat. */
  def tree: Branch = {
    val draws                                       = new Draws(6)
    var named                                       = 0
    def grow(mostChildren: Int, depth: Int): Branch = {
      val children = draws.below(mostChildren + depth).max(depth).min(mostChildren)
      val name     = names(named % names.size)
      named += 1
      val color = Colors(draws.below(Colors.size))
      Branch(name, color, Vector.fill(children)(grow(mostChildren, depth - 1)))
    }
    grow(5, 3)
  }
}
