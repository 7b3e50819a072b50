package brine.codec

import scala.annotation.StaticAnnotation

/** Marks the case of an enum or sealed trait that stands for cases a newer version has added. The case has one field,
  * an [[UnknownCase]].
  *
  * {{{
  * enum Event derives Codec:
  *   case Opened(at: Instant)
  *   @fallback case Other(event: UnknownCase)
  * }}}
  *
  * Encoding such a value again loses nothing: a version that knows the case decodes it as that case. Without a marked
  * case, an unknown case is a [[DecodeError]].
  */
final class fallback extends StaticAnnotation
