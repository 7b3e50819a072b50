package brine.codec

import scala.annotation.StaticAnnotation

/** The value of a field for data written before the field existed.
  *
  * {{{
  * final case class Reading(sensor: UUID, @added(Celsius) unit: Scale) derives Codec
  * }}}
  *
  * Unlike a constructor default, it applies to old data only: constructor calls without the new argument still do not
  * compile. It is evaluated for each value that is read. Without this annotation, a missing field takes its constructor
  * default, and a missing `Option` is `None`; otherwise old data cannot be read. The annotation changes neither the
  * bytes nor the schema.
  *
  * @param value
  *   value of the field in old data
  */
final class added[A](value: A) extends StaticAnnotation
