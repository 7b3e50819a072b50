package brine.codec.bench.cost

/** The programs that are compiled. */
object Source:
  val Types = 100

  /** A hundred case classes of six fields, each but the last with two others. */
  private val hundred: String = (0 until Types)
    .map { i =>
      val children = List(2 * i + 1, 2 * i + 2).filter(_ < Types)
      val fields   = children.zip(List("Option", "List")).map((child, of) => s"child$child: $of[T$child]")
      val own      = List("id: Int", "name: String", "amount: Option[Long]", "tags: List[String]", "on: Boolean")
      s"final case class T$i(${(own ++ fields).mkString(", ")})"
    }
    .mkString("", "\n", "\n")

  /** The lab's sites and events. */
  def site(of: Contender): String = s"${of.imports}\n${of.site}"

  /** The model of a hundred types, and a codec for the first, or for each if parts need theirs. */
  def hundred(of: Contender): String =
    val roots  = if of.isDeep then List(0) else (0 until Types).reverse.toList
    val givens = roots.map(i => s"  given t$i: ${of.codec(s"T$i")}")
    s"${of.imports}\n$hundred\nobject Codecs:\n${givens.mkString("\n")}\n"

  /** A codec for each of the hundred types, as people write who put `derives` everywhere. */
  def each(of: Contender): String = hundred(of.copy(isDeep = false))

  /** The hundred types alone. */
  val typesOnly: String = s"$hundred\nobject Codecs\n"
