package brine.lab.browser

import _root_.upickle.default.*
import brine.lab.model.books.*
import scala.scalajs.js.typedarray.Uint8Array

/** uPickle's JSON through `write` and `read` of a String. */
final class UpickleJsonFormat[A: ReadWriter](value: A) extends BrowserFormat:
  def encode(): Any                   = write(value)
  def decode(encoded: Any): Any       = read[A](encoded.asInstanceOf[String])
  def bytes(encoded: Any): Uint8Array = Utf8.bytes(encoded)

object UpickleJsonFormat:
  import UpicklePicklers.given

  def of(data: BooksData): BrowserFormat = data match
    case OneClick(click)      => UpickleJsonFormat(click)
    case IntArray(ints)       => UpickleJsonFormat(ints)
    case DoubleArray(doubles) => UpickleJsonFormat(doubles)
    case StringSeq(strings)   => UpickleJsonFormat(strings)
    case Tree(branch)         => UpickleJsonFormat(branch)
    case StringIntMap(map)    => UpickleJsonFormat(map)
    case BookSeq(books)       => UpickleJsonFormat(books)
