package brine.lab.browser

import _root_.upickle.default.*
import brine.lab.model.books.*
import scala.scalajs.js.typedarray.Uint8Array

/** MessagePack through `writeBinary` and `readBinary` of uPickle. */
final class UpickleMsgpackFormat[A: ReadWriter](value: A) extends BrowserFormat:
  def encode(): Any                   = writeBinary(value)
  def decode(encoded: Any): Any       = readBinary[A](encoded.asInstanceOf[Array[Byte]])
  def bytes(encoded: Any): Uint8Array = UnsignedBytes.of(encoded.asInstanceOf[Array[Byte]])

object UpickleMsgpackFormat:
  import UpicklePicklers.given

  def of(data: BooksData): BrowserFormat = data match
    case OneClick(click)      => UpickleMsgpackFormat(click)
    case IntArray(ints)       => UpickleMsgpackFormat(ints)
    case DoubleArray(doubles) => UpickleMsgpackFormat(doubles)
    case StringSeq(strings)   => UpickleMsgpackFormat(strings)
    case Tree(branch)         => UpickleMsgpackFormat(branch)
    case StringIntMap(map)    => UpickleMsgpackFormat(map)
    case BookSeq(books)       => UpickleMsgpackFormat(books)
