package brine.lab.custom

import java.util.Locale
import scala.collection.mutable

/** Names of the inferred source. */
private[custom] object Names:
  /** Keywords, also those that are keywords only where a field's name may stand too. */
  private val words = Set(
    "abstract",
    "as",
    "case",
    "catch",
    "class",
    "def",
    "derives",
    "do",
    "else",
    "end",
    "enum",
    "erased",
    "export",
    "extends",
    "extension",
    "false",
    "final",
    "finally",
    "for",
    "given",
    "if",
    "implicit",
    "import",
    "infix",
    "inline",
    "into",
    "lazy",
    "macro",
    "match",
    "new",
    "null",
    "object",
    "opaque",
    "open",
    "override",
    "package",
    "private",
    "protected",
    "return",
    "sealed",
    "super",
    "then",
    "this",
    "throw",
    "tracked",
    "trait",
    "transparent",
    "true",
    "try",
    "type",
    "update",
    "using",
    "val",
    "var",
    "while",
    "with",
    "yield",
    "_"
  )

  /** Names that a field of a case class cannot have, because every case class has a member of that name. */
  private val members = Set(
    "canEqual",
    "clone",
    "copy",
    "eq",
    "equals",
    "finalize",
    "fromProduct",
    "getClass",
    "hashCode",
    "isInstanceOf",
    "asInstanceOf",
    "ne",
    "notify",
    "notifyAll",
    "productArity",
    "productElement",
    "productElementName",
    "productElementNames",
    "productIterator",
    "productPrefix",
    "synchronized",
    "toString",
    "wait",
    "==",
    "!=",
    "##",
    "->",
    "ordinal",
    "apply",
    "unapply"
  )

  /** Types that the inferred source and the compiled codecs refer to by their plain names. */
  private val types = Set(
    "Any",
    "AnyRef",
    "AnyVal",
    "Array",
    "BigDecimal",
    "BigInt",
    "Boolean",
    "Byte",
    "Char",
    "Class",
    "Codec",
    "Double",
    "Either",
    "Enum",
    "Equals",
    "Error",
    "Exception",
    "Float",
    "Function",
    "Instant",
    "Int",
    "Integer",
    "Iterable",
    "JsonForm",
    "Left",
    "List",
    "Long",
    "Map",
    "Math",
    "Matchable",
    "None",
    "Nothing",
    "Null",
    "Number",
    "Object",
    "Option",
    "Override",
    "Predef",
    "Process",
    "Product",
    "Record",
    "Right",
    "Runtime",
    "Samples",
    "Seq",
    "Serializable",
    "Set",
    "Short",
    "Some",
    "StringBuilder",
    "String",
    "Symbol",
    "System",
    "Thread",
    "Throwable",
    "Tuple",
    "UUID",
    "Unit",
    "Vector",
    "Void",
    "bare",
    "discriminator",
    "name",
    "samples"
  ).map(_.toLowerCase(Locale.ROOT))

  /** How an identifier stands in the source. */
  def quoted(name: String): String = if isPlain(name) then name else s"`$name`"

  private def isPlain(name: String): Boolean =
    !words(name) && name.nonEmpty && name.head.isLetter && name.forall(c =>
      c < 128 && (c.isLetterOrDigit || c == '_')
    ) &&
      !name.endsWith("_")

  /** The identifier of a field: its own name where Scala can have it, in backticks if need be. */
  def ofField(label: String, taken: String => Boolean): String =
    val able = label.exists(_ != '_') && label.length <= 100 && !members(label) && !label.matches("_[0-9]+") &&
      label.forall(c =>
        c >= ' ' && c < 127 && c != '`' && c != '\\' && c != '$' && c != '.' && c != ';' && c != '[' &&
          c != '/' && c != '<' && c != '>' && c != ':' || c >= 128 && c.isLetterOrDigit
      ) && label.head != ' ' && label.last != ' '
    if able && !taken(label) then label
    else
      val plain = camel(label, upper = false)
      free(if members(plain) || plain.matches("_[0-9]+") then plain + "Field" else plain, taken)

  /** The identifier of a choice: `Closed` of `closed`. */
  def ofChoice(value: String, taken: String => Boolean): String =
    val plain = camel(value, upper = true)
    free(if members(plain) || plain == "Value" then plain + "Case" else plain, taken)

  /** A name for a type, such as `OrderLine` of `order_lines`. */
  def ofType(hint: String): String = camel(hint, upper = true)

  /** The name of one of several: `line` of `lines`. */
  def singular(name: String): String =
    if name.length > 4 && name.endsWith("ies") then name.dropRight(3) + "y"
    else if name.length > 4 && (name.endsWith("sses") || name.endsWith("xes") || name.endsWith("ches")) then
      name.dropRight(2)
    else if name.length > 2 && name.endsWith("s") && !name.endsWith("ss") && !name.endsWith("us") then name.dropRight(1)
    else name

  private def camel(text: String, upper: Boolean): String =
    val parts  = text.split("[^A-Za-z0-9]+").toList.filter(_.nonEmpty)
    val joined = parts.map(part => s"${part.head.toUpper}${part.tail}").mkString.take(40)
    val whole  = if joined.isEmpty then "Value" else if joined.head.isDigit then "N" + joined else joined
    if upper then whole else s"${whole.head.toLower}${whole.tail}"

  private def free(name: String, taken: String => Boolean): String =
    if !taken(name) then name else Iterator.from(2).map(number => s"$name$number").find(!taken(_)).get

  /** Gives every type a name of its own, without regard to case: class files lie in folders that may not tell case. */
  final class Types:
    private val given_ = mutable.Set[String]()

    def next(hint: String): String =
      val base = ofType(hint)
      val name =
        free(base, candidate => given_(candidate.toLowerCase(Locale.ROOT)) || types(candidate.toLowerCase(Locale.ROOT)))
      given_ += name.toLowerCase(Locale.ROOT)
      name
