package brine.codec.golden

import brine.codec.Hex

/** A file of golden bytes: a line for each case, `name = hexadecimal`; lines that start with `#` are remarks. */
final case class GoldenFile(lines: Vector[(String, String)]):
  private lazy val byName = lines.toMap

  /** The bytes of a case, as hexadecimal text. */
  def get(name: String): Option[String] = byName.get(name)

  def names: Vector[String] = lines.map(_._1)

object GoldenFile:
  /** Where the bytes of format 1 are, from the project's root. */
  val Path = "golden/codec/format-1.txt"

  def parse(text: String): GoldenFile =
    GoldenFile(text.linesIterator.filterNot(line => line.isBlank || line.startsWith("#")).map(entry).toVector)

  private def entry(line: String): (String, String) =
    val at = line.lastIndexOf(" =")
    require(at > 0, s"not a line of golden bytes: '$line'")
    (line.take(at), line.drop(at + 2).trim)

  /** The line of a case. */
  def line(of: GoldenCase[?]): String = s"${of.name} = ${Hex(of.encode)}".trim
