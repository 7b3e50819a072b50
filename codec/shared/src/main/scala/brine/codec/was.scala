package brine.codec

import scala.annotation.StaticAnnotation

/** Former names of a field, or of a case of an enum or sealed trait.
  *
  * {{{
  * final case class Reading(@was("temp", "temperature") celsius: Double) derives Codec
  * }}}
  *
  * When old data is read, a field or case with one of these names is this one. The annotation changes neither the bytes
  * nor the schema. Type names need no mark unless they are cases: they do not affect how data is matched.
  *
  * @param names
  *   names in earlier versions
  */
final class was(names: String*) extends StaticAnnotation
