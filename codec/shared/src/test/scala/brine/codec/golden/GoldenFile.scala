package brine.codec.golden

/** A golden file: a line for each case, `name = what there is of it`; lines that start with `#` are remarks. */
final case class GoldenFile(lines: Vector[(String, String)]):
  private lazy val byName = lines.toMap

  /** What there is of a case: of the file of bytes hexadecimal text. */
  def get(name: String): Option[String] = byName.get(name)

  def names: Vector[String] = lines.map(_._1)

object GoldenFile:
  /** Where the bytes of format 1 are, from the project's root. */
  val Path = "golden/codec/format-1.txt"

  def parse(text: String): GoldenFile =
    GoldenFile(text.linesIterator.filterNot(line => line.isBlank || line.startsWith("#")).map(entry).toVector)

  // Names have no such sign.
  private def entry(line: String): (String, String) =
    val at = line.indexOf(" =")
    require(at > 0, s"not a line of golden bytes: '$line'")
    (line.take(at), line.drop(at + 2).trim)
