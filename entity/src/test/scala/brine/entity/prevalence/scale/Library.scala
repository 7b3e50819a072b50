package brine.entity.prevalence.scale

import brine.codec.Codec
import brine.entity.prevalence.PrevalentSystem
import brine.entity.{At, Commands}
import java.util.SplittableRandom

enum LibraryTransaction[+R] derives Commands:
  /** Adds pages of this many letters. The log has the numbers alone. */
  case Fill(from: Int, until: Int, letters: Int) extends LibraryTransaction[Int]
  case Put(page: Int, text: String)              extends LibraryTransaction[Int]

final case class Library(pages: Map[Int, String])

object Library:
  implicit val codec: Codec[Library] = Codec.derived

  /** Text of letters by chance. */
  def text(number: Int, letters: Int): String =
    val random = SplittableRandom(number)
    val chars  = new Array[Byte](letters)
    for i <- chars.indices do chars(i) = ('a' + random.nextInt(26)).toByte
    String(chars, java.nio.charset.StandardCharsets.US_ASCII)

/** Pages of text: a state that can be as large as wanted, with a small log. */
object LibrarySystem extends PrevalentSystem[LibraryTransaction, Library]("library"):
  def initial: Library = Library(Map.empty)

  def execute[R](library: Library, transaction: LibraryTransaction[R])(using At): (Library, R) = transaction match
    case LibraryTransaction.Fill(from, until, letters) =>
      val added = (from until until).map(page => page -> Library.text(page, letters))
      val next  = Library(library.pages ++ added)
      (next, next.pages.size)
    case LibraryTransaction.Put(page, text) =>
      (Library(library.pages.updated(page, text)), text.length)
