package brine.codec.internal.collections

import brine.codec.Shared

import java.math.{BigDecimal as JavaBigDecimal, BigInteger}
import java.net.URI
import java.util.UUID

/** How many steps comparing a key with another one may take, besides the comparison itself: one for each part,
  * eight for a text, and one for each 64 units of it.
  */
private[collections] object KeyContent:
  /** Less than 0 for keys of unknown classes, and of those that contain them. */
  def steps(key: Any): Long = key match
    case text: String           => Text + (text.length >> 6)
    case uri: URI               => uri.toString.length >> 2
    case number: BigInt         => number.bitLength >> 9
    case number: BigInteger     => number.bitLength >> 9
    case number: BigDecimal     => ofDecimal(number.bigDecimal)
    case number: JavaBigDecimal => ofDecimal(number)
    // By identity.
    case _: Shared[?] | _: Array[?] | _: java.lang.Enum[?] => 0L
    // Each element is looked up among those of the other collection, where all may have one hash code.
    case set: scala.collection.Set[?]    => ofKeys(set.size, parts(set.iterator))
    case map: scala.collection.Map[?, ?] => ofKeys(map.size, parts(map.iterator))
    case elements: Iterable[?]           => parts(elements.iterator)
    case record: Product                 => parts(record.productIterator)
    case null                            => 0L
    case other                           => if isSingle(other) then 0L else Unknown

  private def isSingle(key: Any): Boolean = key match
    case _: Boolean | _: Char | _: java.lang.Number | _: Unit => true
    case _: UUID                                              => true
    case _                                                    => isOfTime(key.getClass.getName)

  // Not java.util: the lists of Java have parts.
  private def isOfTime(name: String): Boolean = name.startsWith("java.time.")

  /** A text is two objects. Those with one hash code are often of one length. */
  private inline val Text    = 8L
  private inline val Unknown = -1L

  private def ofKeys(size: Int, parts: Long): Long = if parts < 0 then Unknown else size * (1L + size) + parts

  // Numbers of equal magnitude and different scales are multiplied by powers of ten.
  private def ofDecimal(number: JavaBigDecimal): Long =
    (math.abs(number.scale.toLong) + (number.unscaledValue.bitLength >> 3)) >> 3

  private def parts(of: Iterator[Any]): Long =
    var sum = 0L
    while sum >= 0 && of.hasNext do
      val one = steps(of.next())
      if one < 0 then sum = Unknown else sum += 1 + one
    sum
