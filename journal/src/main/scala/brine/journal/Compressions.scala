package brine.journal

import brine.codec.Compression
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal

/** The compressions that a journal can read. */
private[journal] object Compressions:
  /** Finds the compression of a kind, which expands the units of a segment. */
  def of(settings: JournalSettings): Int => Option[Compression] =
    val known =
      Vector(settings.compression, Compression.Plain, Compression.Deflate) ++ settings.compressions.asScala
    val byKind = known.distinct
      .groupBy(_.kind)
      .map: (kind, all) =>
        kind -> (if all.sizeIs == 1 then all.head else AnyOf(all))
    byKind.get

  /** Several compressions of a kind, such as Zstandard with one dictionary and with another. */
  private final class AnyOf(all: Vector[Compression]) extends Compression:
    def kind: Int    = all.head.kind
    def name: String = all.head.name

    def compress(bytes: Array[Byte], most: Int): Option[Array[Byte]] = all.head.compress(bytes, most)

    def expand(bytes: Array[Byte], from: Int, length: Int, size: Int): Either[String, Array[Byte]] =
      val first = attempt(all.head, bytes, from, length, size)
      def next  = all.tail.iterator.map(attempt(_, bytes, from, length, size)).find(_.isRight)
      if first.isRight then first else next.getOrElse(first)

    private def attempt(one: Compression, bytes: Array[Byte], from: Int, length: Int, size: Int) =
      try one.expand(bytes, from, length, size)
      catch case NonFatal(error) => Left(error.toString)
