package brine.codec.exports.internal

import scala.collection.mutable

/** Makes names unique: the second `Order` becomes `Order_2`. Names with equal keys count as the same.
  *
  * Not safe for use by several threads at once.
  */
private[codec] final class UniqueNames(key: String => String, taken: Iterable[String] = Nil):
  private val used   = mutable.HashSet.from(taken.map(key))
  private val latest = mutable.HashMap.empty[String, Int]

  /** Whether a name is in use. */
  def has(name: String): Boolean = used(key(name))

  def of(wanted: String): String =
    if used.add(key(wanted)) then wanted
    else
      // Continues from the last number; a search from 2 each time would be slow for many equal names.
      var number = latest.getOrElse(wanted, 1) + 1
      while !used.add(key(s"${wanted}_$number")) do number += 1
      latest(wanted) = number
      s"${wanted}_$number"

private[codec] object UniqueNames:
  /** The nearest ASCII identifier: letters, digits and underscores, no digit at the start. */
  def identifier(name: String): String =
    val safe = name.map(unit => if isIdentifierPart(unit) then unit else '_')
    if safe.isEmpty || safe.head >= '0' && safe.head <= '9' then s"_$safe" else safe

  /** Whether the text consists of identifiers separated by dots. */
  def isDotted(text: String): Boolean = text.split("\\.", -1).forall(part => part.nonEmpty && identifier(part) == part)

  private def isIdentifierPart(unit: Char): Boolean =
    unit >= 'a' && unit <= 'z' || unit >= 'A' && unit <= 'Z' || unit >= '0' && unit <= '9' || unit == '_'
