package brine.lab.browser

import scala.scalajs.js.typedarray.Uint8Array

import play.api.libs.functional.syntax._
import play.api.libs.json._

import brine.lab.model.books._

/** play-json: its tree, written to a String and read by the browser's own JSON parser. */
final class PlayJsonFormat[A](value: A, format: Format[A]) extends BrowserFormat {
  def encode(): Any                   = Json.stringify(format.writes(value))
  def decode(encoded: Any): Any       = format.reads(Json.parse(encoded.asInstanceOf[String])).get
  def bytes(encoded: Any): Uint8Array = Utf8.bytes(encoded)
}

object PlayJsonLibrary extends Libraries {
  val names: Seq[String] = Seq("play-json")

  private def own[A](implicit reads: Reads[A], writes: Writes[A]): Format[A] = Format(reads, writes)

  private val click: Format[Click]                   = Json.format[Click]
  private implicit val book: Format[Book]            = Json.format[Book]
  private val ints: Format[Array[Int]]               = own[Array[Int]]
  private val doubles: Format[Array[Double]]         = own[Array[Double]]
  private val strings: Format[Seq[String]]           = own[Seq[String]]
  private val stringIntMap: Format[Map[String, Int]] = own[Map[String, Int]]
  private val books: Format[Seq[Book]]               = own[Seq[Book]]

  // A type that contains itself is beyond the macro; this is what the documentation shows for it.
  private lazy val branch: Format[Branch] = (
    (__ \ "name").format[String] and
      (__ \ "color").format[String] and
      (__ \ "children").lazyFormat(
        Format[Seq[Branch]](
          Reads.seq(branch),
          Writes.iterableWrites2[Branch, Seq[Branch]](implicitly[Seq[Branch] <:< Iterable[Branch]], branch)
        )
      )
  )(Branch.apply _, unlift(Branch.unapply))

  def open(library: String, data: BooksData): BrowserFormat = data match {
    case OneClick(value)     => new PlayJsonFormat(value, click)
    case IntArray(value)     => new PlayJsonFormat(value, ints)
    case DoubleArray(value)  => new PlayJsonFormat(value, doubles)
    case StringSeq(value)    => new PlayJsonFormat(value, strings)
    case Tree(value)         => new PlayJsonFormat(value, branch)
    case StringIntMap(value) => new PlayJsonFormat(value, stringIntMap)
    case BookSeq(value)      => new PlayJsonFormat(value, books)
  }
}
