package brine.codec

import scala.annotation.StaticAnnotation

/** Names that a field, or a case of an enum or sealed trait, had in earlier versions.
  *
  * {{{
  * final case class Reading(@was("temp", "temperature") celsius: Double) derives Codec
  * }}}
  *
  * Where old data are read, a field that they know by one of these names is this one. It changes neither the bytes nor the schema. The
  * names of types that are not cases need no mark, for they decide nothing.
  */
final class was(names: String*) extends StaticAnnotation
