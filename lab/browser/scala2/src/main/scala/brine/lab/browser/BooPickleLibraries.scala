package brine.lab.browser

import java.nio.ByteBuffer

import boopickle.Default._
import boopickle.{DecoderSize, DecoderSpeed, EncoderSize, EncoderSpeed}

import brine.lab.model.books._

/** BooPickle's three set-ups: as it comes, without deduplication, and the speed codec of its performance page. */
object BooPickleLibraries extends Libraries {
  private final case class SetUp(pickle: () => PickleState, unpickle: ByteBuffer => UnpickleState)

  private val setUps: Map[String, SetUp] = Map(
    "boopickle-dedup" -> SetUp(
      () => new PickleState(new EncoderSize, true, true),
      bytes => new UnpickleState(new DecoderSize(bytes), true, true)
    ),
    "boopickle" -> SetUp(
      () => new PickleState(new EncoderSize, false, false),
      bytes => new UnpickleState(new DecoderSize(bytes), false, false)
    ),
    "boopickle-speed" -> SetUp(
      () => new PickleState(new EncoderSpeed, false, false),
      bytes => new UnpickleState(new DecoderSpeed(bytes), false, false)
    )
  )

  val names: Seq[String] = setUps.keys.toSeq

  def open(library: String, data: BooksData): BrowserFormat = {
    val setUp = setUps.getOrElse(library, throw new IllegalArgumentException("this bundle has no " + library))
    def format[A](value: A)(implicit pickler: Pickler[A]) =
      new BooPickleFormat(value, pickler, setUp.pickle, setUp.unpickle)
    data match {
      case OneClick(click)      => format(click)
      case IntArray(ints)       => format(ints)
      case DoubleArray(doubles) => format(doubles)
      case StringSeq(strings)   => format(strings)
      case Tree(branch)         => format(branch)
      case StringIntMap(map)    => format(map)
      case BookSeq(books)       => format(books)
    }
  }
}
