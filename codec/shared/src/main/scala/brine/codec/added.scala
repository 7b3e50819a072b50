package brine.codec

import scala.annotation.StaticAnnotation

/** What a field holds where old data have none.
  *
  * {{{
  * final case class Reading(sensor: UUID, @added(Celsius) unit: Scale) derives Codec
  * }}}
  *
  * Unlike a default of the constructor it counts for old data only: calls of the constructor that lack the new argument still do not
  * compile. It is evaluated for each value that is read. Without it a field that is missing takes its constructor's default, and an
  * `Option` is `None`; if it has neither, old data cannot be read. It changes neither the bytes nor the schema.
  */
final class added[A](value: A) extends StaticAnnotation
