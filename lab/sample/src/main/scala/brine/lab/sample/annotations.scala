package brine.lab.sample

import scala.annotation.StaticAnnotation

/** The name of a field, a case or a choice in JSON, where it differs from that in the source. */
final class name(val text: String) extends StaticAnnotation

/** The field of JSON objects that names the case of a sealed trait or an enum; `type` without this annotation. */
final class discriminator(val field: String) extends StaticAnnotation

/** A case class whose JSON is that of its only field: for records that are no objects. */
final class bare extends StaticAnnotation
