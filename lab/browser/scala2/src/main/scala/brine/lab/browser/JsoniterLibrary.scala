package brine.lab.browser

import scala.scalajs.js.typedarray.Uint8Array

import com.github.plokhotnyuk.jsoniter_scala.core._
import com.github.plokhotnyuk.jsoniter_scala.macros._

import brine.lab.model.books._

/** jsoniter-scala: codecs generated at compile time, to and from a String. */
final class JsoniterFormat[A](value: A, codec: JsonValueCodec[A]) extends BrowserFormat {
  def encode(): Any                   = writeToString(value)(codec)
  def decode(encoded: Any): Any       = readFromString(encoded.asInstanceOf[String])(codec)
  def bytes(encoded: Any): Uint8Array = Utf8.bytes(encoded)
}

object JsoniterLibrary extends Libraries {
  val names: Seq[String] = Seq("jsoniter")

  private val click: JsonValueCodec[Click]           = JsonCodecMaker.make
  private val ints: JsonValueCodec[Array[Int]]       = JsonCodecMaker.make
  private val doubles: JsonValueCodec[Array[Double]] = JsonCodecMaker.make
  private val strings: JsonValueCodec[Seq[String]]   = JsonCodecMaker.make
  private val books: JsonValueCodec[Seq[Book]]       = JsonCodecMaker.make

  // Two defaults that guard against hostile messages have to be told what is normal here.
  private val branch: JsonValueCodec[Branch] =
    JsonCodecMaker.make(CodecMakerConfig.withAllowRecursiveTypes(true))
  private val stringIntMap: JsonValueCodec[Map[String, Int]] =
    JsonCodecMaker.make(CodecMakerConfig.withMapMaxInsertNumber(10000))

  def open(library: String, data: BooksData): BrowserFormat = data match {
    case OneClick(value)     => new JsoniterFormat(value, click)
    case IntArray(value)     => new JsoniterFormat(value, ints)
    case DoubleArray(value)  => new JsoniterFormat(value, doubles)
    case StringSeq(value)    => new JsoniterFormat(value, strings)
    case Tree(value)         => new JsoniterFormat(value, branch)
    case StringIntMap(value) => new JsoniterFormat(value, stringIntMap)
    case BookSeq(value)      => new JsoniterFormat(value, books)
  }
}
