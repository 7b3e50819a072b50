package brine.lab.browser

import brine.lab.model.books.*
import io.circe.parser.decode as parse
import io.circe.{Codec, Decoder, Encoder, Printer}
import scala.scalajs.js.typedarray.Uint8Array

/** circe: derived codecs, printed without spaces to a String, parsed by the browser's own JSON parser. */
final class CirceFormat[A](value: A)(using encoder: Encoder[A], decoder: Decoder[A]) extends BrowserFormat:
  def encode(): Any                   = Printer.noSpaces.print(encoder(value))
  def decode(encoded: Any): Any       = parse[A](encoded.asInstanceOf[String]).fold(throw _, identity)
  def bytes(encoded: Any): Uint8Array = Utf8.bytes(encoded)

object CirceFormat:
  private given Codec[Click]  = Codec.AsObject.derived
  private given Codec[Branch] = Codec.AsObject.derived
  private given Codec[Book]   = Codec.AsObject.derived

  def of(data: BooksData): BrowserFormat = data match
    case OneClick(click)      => CirceFormat(click)
    case IntArray(ints)       => CirceFormat(ints)
    case DoubleArray(doubles) => CirceFormat(doubles)
    case StringSeq(strings)   => CirceFormat(strings)
    case Tree(branch)         => CirceFormat(branch)
    case StringIntMap(map)    => CirceFormat(map)
    case BookSeq(books)       => CirceFormat(books)
