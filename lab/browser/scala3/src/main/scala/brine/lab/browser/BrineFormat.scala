package brine.lab.browser

import brine.codec.{Codec, In, Out}
import brine.lab.model.books.*
import scala.scalajs.js.typedarray.Uint8Array

/** Brine's bare messages by plain derived codecs; Out and In are kept and reused. */
final class BrineFormat[A](value: A)(using codec: Codec[A]) extends BrowserFormat:
  private val out = Out()
  private val in  = In(Array.emptyByteArray)

  def encode(): Any =
    out.reset()
    codec.write(out, value)
    out.toArray

  def decode(encoded: Any): Any =
    val bytes = encoded.asInstanceOf[Array[Byte]]
    in.reset(bytes, 0, bytes.length)
    val read = codec.read(in)
    in.expectEnd()
    read

  def bytes(encoded: Any): Uint8Array = UnsignedBytes.of(encoded.asInstanceOf[Array[Byte]])

object BrineFormat:
  private given Codec[Click]  = Codec.derived
  private given Codec[Branch] = Codec.derived
  private given Codec[Book]   = Codec.derived

  def of(data: BooksData): BrowserFormat = data match
    case OneClick(click)      => BrineFormat(click)
    case IntArray(ints)       => BrineFormat(ints)
    case DoubleArray(doubles) => BrineFormat(doubles)
    case StringSeq(strings)   => BrineFormat(strings)
    case Tree(branch)         => BrineFormat(branch)
    case StringIntMap(map)    => BrineFormat(map)
    case BookSeq(books)       => BrineFormat(books)
