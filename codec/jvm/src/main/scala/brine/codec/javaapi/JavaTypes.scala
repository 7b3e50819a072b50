package brine.codec.javaapi

import brine.codec.Codec

import java.util.{List, Map, Optional, Set}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*

/** Codecs for Scala types that have Java collections as fields:
  *
  * {{{
  * import brine.codec.javaapi.JavaTypes.given
  *
  * final case class Route(stops: java.util.List[String], note: java.util.Optional[String]) derives Codec
  * }}}
  *
  * Lists, sets and maps have the bytes and schemas of the corresponding Scala collections. An `Optional` is opaque to
  * the record around it, so its presence takes a byte instead of the bit of an `Option`.
  */
object JavaTypes:
  given listCodec[A](using Codec[A]): Codec[List[A]] = Codec[Vector[A]].imap(_.asJava)(_.asScala.toVector)

  given setCodec[A](using Codec[A]): Codec[Set[A]] =
    Codec[mutable.LinkedHashSet[A]].imap(_.asJava)(all => mutable.LinkedHashSet.from(all.asScala))

  given mapCodec[K, V](using Codec[K], Codec[V]): Codec[Map[K, V]] =
    Codec[mutable.LinkedHashMap[K, V]].imap(_.asJava)(all => mutable.LinkedHashMap.from(all.asScala))

  given optionalCodec[A](using Codec[A]): Codec[Optional[A]] = Codec[Option[A]].imap(_.toJava)(_.toScala)
