package brine.lab.peers.brine

import java.nio.file.{Files, Path}
import java.security.MessageDigest
import java.util.{HexFormat, Optional}

import _root_.brine.lab.model.books.BooksData
import _root_.brine.lab.peer.Input

/** The file that the browser's bundle is held to as well. */
final class BooksBytesSuite extends munit.FunSuite:
  private def expected: List[String] =
    val file = Iterator
      .iterate(Path.of("").toAbsolutePath)(_.getParent)
      .takeWhile(_ != null)
      .map(_.resolve("lab/browser/brine-bytes.tsv"))
      .find(Files.isRegularFile(_))
      .get
    Files.readString(file).linesIterator.drop(1).toList

  test("the bytes of study books are those of the browser"):
    val lines = BooksData.names.toList.map: name =>
      val format = BrinePeer().open("brine", "books", name, Input(Optional.empty))
      val bytes  = format.encode(format.values()(0))
      val digest = HexFormat.of.formatHex(MessageDigest.getInstance("SHA-256").digest(bytes))
      List(name, bytes.length, digest).mkString("\t")
    assertEquals(lines, expected)
