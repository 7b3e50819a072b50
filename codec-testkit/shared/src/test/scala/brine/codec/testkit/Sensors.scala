package brine.codec.testkit

import brine.codec.{added, Codec, Schemas}

/** Types in several versions, and their lock file. */
object Sensors:
  object One:
    final case class Reading(sensor: String, level: Int) derives Codec
  object Two:
    final case class Reading(sensor: String, level: Int, note: Option[String]) derives Codec
    enum Event derives Codec:
      case Opened, Closed, Broken
  object Three:
    final case class Reading(sensor: String, level: Long, note: Option[String], @added(1) rank: Int) derives Codec
    enum Event derives Codec:
      case Opened, Closed
  object Wrong:
    final case class Reading(sensor: String, level: Int, rank: Int) derives Codec

  val schemas: Schemas = Schemas.none
    .add("Reading", Codec[One.Reading].schema, "2026-11-21")
    .add("Reading", Codec[Two.Reading].schema)
    .add("Event", Codec[Two.Event].schema)
    .add("levels", Codec[List[Int]].schema)
