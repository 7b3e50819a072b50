package brine.codec

import scala.annotation.StaticAnnotation

/** Former names of a field, of a case of an enum or sealed trait, or of a class whose values are messages.
  *
  * {{{
  * final case class Reading(@was("temp", "temperature") celsius: Double) derives Codec
  * }}}
  *
  * When old data is read, a field or case with one of these names is this one. The annotation changes neither the bytes
  * nor the schema. Of other types, only the outermost of a message needs it, or those in its outermost collection: a
  * message of a type with another name is refused.
  *
  * @param names
  *   names in earlier versions
  */
final class was(names: String*) extends StaticAnnotation
