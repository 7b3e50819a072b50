package brine.journal

import brine.codec.Compression
import scala.jdk.CollectionConverters.*

/** The compressions that a journal can read. */
private[journal] object Compressions:
  /** Finds the compression of a kind, which expands the units of a segment. */
  def of(settings: JournalSettings): Int => Option[Compression] =
    val known =
      Vector(settings.compression, Compression.Plain, Compression.Deflate) ++ settings.compressions.asScala
    kind => known.find(_.kind == kind)
