package brine.codec.javaapi

import brine.codec.Codec

import java.lang as jl
import java.math.{BigDecimal, BigInteger}
import java.time.{Instant, LocalDate}
import java.util.{List, Map, Optional, Set, UUID}

/** Codecs of Java's own types, for Java programs. The bytes are those of the corresponding Scala types: a
  * `java.util.List<Long>` has the bytes of a `List[Long]`.
  *
  * {{{
  * JavaCodec<Map<String, List<Long>>> codec =
  *     JavaCodecs.map(JavaCodecs.strings(), JavaCodecs.list(JavaCodecs.longs()));
  * }}}
  */
object JavaCodecs:
  // Through their type parameter, the codecs of Scala's numbers read and write the same boxes as Java's.
  def booleans(): JavaCodec[jl.Boolean]    = JavaCodec.of(Codec[Boolean].asInstanceOf[Codec[jl.Boolean]])
  def integers(): JavaCodec[jl.Integer]    = JavaCodec.of(Codec[Int].asInstanceOf[Codec[jl.Integer]])
  def longs(): JavaCodec[jl.Long]          = JavaCodec.of(Codec[Long].asInstanceOf[Codec[jl.Long]])
  def doubles(): JavaCodec[jl.Double]      = JavaCodec.of(Codec[Double].asInstanceOf[Codec[jl.Double]])
  def strings(): JavaCodec[String]         = JavaCodec.of(Codec[String])
  def uuids(): JavaCodec[UUID]             = JavaCodec.of(Codec[UUID])
  def instants(): JavaCodec[Instant]       = JavaCodec.of(Codec[Instant])
  def dates(): JavaCodec[LocalDate]        = JavaCodec.of(Codec[LocalDate])
  def decimals(): JavaCodec[BigDecimal]    = JavaCodec.of(Codec[BigDecimal])
  def bigIntegers(): JavaCodec[BigInteger] = JavaCodec.of(Codec[BigInteger])
  def bytes(): JavaCodec[Array[Byte]]      = JavaCodec.of(Codec[Array[Byte]])

  /** Lists; decoded lists are unmodifiable. */
  def list[A](element: JavaCodec[A]): JavaCodec[List[A]] = JavaCodec.of(JavaTypes.listCodec(using element.codec))

  /** Sets; decoded sets keep the order in which the elements were written. */
  def set[A](element: JavaCodec[A]): JavaCodec[Set[A]] = JavaCodec.of(JavaTypes.setCodec(using element.codec))

  /** Maps; decoded maps keep the order in which the entries were written. */
  def map[K, V](key: JavaCodec[K], value: JavaCodec[V]): JavaCodec[Map[K, V]] =
    JavaCodec.of(JavaTypes.mapCodec(using key.codec, value.codec))

  /** Optional values. */
  def optional[A](value: JavaCodec[A]): JavaCodec[Optional[A]] =
    JavaCodec.of(JavaTypes.optionalCodec(using value.codec))
