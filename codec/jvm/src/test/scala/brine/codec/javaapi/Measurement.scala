package brine.codec.javaapi

import brine.codec.Codec
import brine.codec.javaapi.JavaTypes.given

import java.time.{DayOfWeek, Instant}
import java.util.UUID
import scala.annotation.tailrec

/** A record made in Scala for Java: Java's types as fields, and its codec where Java finds it. */
final case class Measurement(
    sensor: UUID,
    at: Instant,
    value: Double,
    day: DayOfWeek,
    labels: java.util.Map[String, String],
    earlier: java.util.List[java.lang.Double],
    note: java.util.Optional[String]
) derives Codec

object Measurement:
  given Codec[java.lang.Double] = JavaCodecs.doubles().codec

  def codec: Codec[Measurement] = summon

/** The same in Scala's types, for the bytes of both. */
final case class Plain(labels: Map[String, String], earlier: List[Double], set: Set[Long]) derives Codec

final case class PlainInJava(
    labels: java.util.Map[String, String],
    earlier: java.util.List[java.lang.Double],
    set: java.util.Set[java.lang.Long]
)
object PlainInJava:
  import JavaTypes.given
  given Codec[java.lang.Double]   = JavaCodecs.doubles().codec
  given Codec[java.lang.Long]     = JavaCodecs.longs().codec
  given codec: Codec[PlainInJava] = Codec.derived

/** Nests as deep as one likes. */
final case class Chain(value: Int, next: Option[Chain]) derives Codec
object Chain:
  def codec: Codec[Chain] = summon

  def of(length: Int): Chain =
    @tailrec def grown(chain: Chain, more: Int): Chain =
      if more == 0 then chain else grown(Chain(more, Some(chain)), more - 1)
    grown(Chain(0, None), length - 1)
