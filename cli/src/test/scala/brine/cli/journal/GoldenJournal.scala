package brine.cli.journal

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** The golden journals, which are kept as text. */
private object GoldenJournal:
  /** Writes the files of a golden journal into a new folder. */
  def restore(name: String, to: Path): Unit =
    Files.createDirectories(to)
    val from = root.resolve(s"golden/journal/format-1/$name")
    Using.resource(Files.list(from)): files =>
      files.iterator.asScala
        .filter(_.toString.endsWith(".hex"))
        .foreach: file =>
          Files.write(to.resolve(file.getFileName.toString.stripSuffix(".hex")), parse(Files.readString(file)))

  private def root: Path =
    Iterator.iterate(Path.of("").toAbsolutePath)(_.getParent).find(at => Files.isDirectory(at.resolve("golden"))).get

  private def parse(text: String): Array[Byte] =
    val rows  = text.linesIterator.map(_.split(' ')).toVector
    val bytes = new Array[Byte](rows.head(1).toInt)
    rows.tail.foreach: row =>
      val part = java.util.HexFormat.of.parseHex(row(1))
      System.arraycopy(part, 0, bytes, row(0).toInt, part.length)
    bytes
