package brine.entity.process

import java.time.Instant
import java.time.temporal.ChronoUnit

object Instants:
  def of(micros: Long): Instant = Instant.EPOCH.plus(micros, ChronoUnit.MICROS)
