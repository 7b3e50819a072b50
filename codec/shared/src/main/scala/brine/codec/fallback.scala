package brine.codec

import scala.annotation.StaticAnnotation

/** The case of an enum or sealed trait that stands for those that this version does not know, because a newer one wrote them. It has one
  * field, an [[UnknownCase]].
  *
  * {{{
  * enum Event derives Codec:
  *   case Opened(at: Instant)
  *   @fallback case Other(event: UnknownCase)
  * }}}
  *
  * What is written again is not lost: a version that knows the case reads it as such. Where no case is so marked, reading an unknown one
  * is a [[DecodeError]].
  */
final class fallback extends StaticAnnotation
