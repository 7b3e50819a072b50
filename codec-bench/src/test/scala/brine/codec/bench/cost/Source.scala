package brine.codec.bench.cost

/** The programs that are compiled.
  *
  * @param types
  *   how many types a model has
  */
final class Source(types: Int):
  /** Case classes of five fields, and two others in each but the last ones. */
  private val model: String = (0 until types)
    .map { i =>
      val children = List(2 * i + 1, 2 * i + 2).filter(_ < types)
      val fields   = children.zip(List("Option", "List")).map((child, of) => s"child$child: $of[T$child]")
      val own      = List("id: Int", "name: String", "amount: Option[Long]", "tags: List[String]", "on: Boolean")
      s"final case class T$i(${(own ++ fields).mkString(", ")})"
    }
    .mkString("", "\n", "\n")

  /** The lab's sites and events. */
  def site(of: Contender): String = s"${of.imports}\n${of.site}"

  /** The model, and a codec for its first type, or for each if parts need theirs. */
  def of(contender: Contender): String =
    val roots  = if contender.isDeep then List(0) else (0 until types).reverse.toList
    val givens = roots.map(i => s"  given t$i: ${contender.codec(s"T$i")}")
    s"${contender.imports}\n$model\nobject Codecs:\n${givens.mkString("\n")}\n"

  /** A codec for each type of the model, as people write who put `derives` everywhere. */
  def each(contender: Contender): String = of(contender.copy(isDeep = false))

  /** The model alone. */
  val typesOnly: String = s"$model\nobject Codecs\n"
