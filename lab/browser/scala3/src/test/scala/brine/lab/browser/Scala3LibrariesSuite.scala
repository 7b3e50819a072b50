package brine.lab.browser

import brine.lab.model.books.BooksData
import scala.scalajs.js

final class Scala3LibrariesSuite extends munit.FunSuite:
  private val files   = js.Dynamic.global.require("fs")
  private val process = js.Dynamic.global.process

  /** The file that the JVM's peer is held to as well. */
  private def expected: String =
    Iterator
      .iterate(process.cwd().asInstanceOf[String])(folder => folder.take(folder.lastIndexOf('/')))
      .takeWhile(_.nonEmpty)
      .map(folder => s"$folder/lab/browser/brine-bytes.tsv")
      .find(file => files.existsSync(file).asInstanceOf[Boolean])
      .map(file => files.readFileSync(file, "utf8").asInstanceOf[String])
      .get

  test("every library of the bundle gives back every value"):
    for library <- Scala3Libraries.names; name <- BooksData.names do
      assert(Bundle(Scala3Libraries).open(library, name).isSame(), s"$library $name")

  test("Brine's bytes are those of the JVM"):
    val crypto = js.Dynamic.global.require("crypto")
    val lines  = BooksData.names.map: name =>
      val bytes = Bundle(Scala3Libraries).open("brine", name).bytes()
      List(name, bytes.length, crypto.createHash("sha256").update(bytes).digest("hex")).mkString("\t")
    assertEquals(lines.mkString("\n"), expected.linesIterator.drop(1).mkString("\n"))
