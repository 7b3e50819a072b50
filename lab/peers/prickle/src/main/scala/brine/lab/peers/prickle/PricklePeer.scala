package brine.lab.peers.prickle

import java.nio.charset.StandardCharsets.UTF_8
import java.util.{Arrays, HashSet, List => JList}

import prickle.{JsConfig, Pickle, Pickler, Unpickle, Unpickler}

import brine.lab.model.{DataEvent, ModelFormat, ModelPeer, Site, SiteEvent}
import brine.lab.model.books._
import brine.lab.peer.{Format, Library, Resolved}

/** Prickle: JSON through its tree, with its tracking of shared objects and without. */
final class PricklePeer extends ModelPeer {
  private def row(name: String, settings: String) = {
    val traits = new HashSet(Arrays.asList("text", "self-describing", "evolvable", "cross-language"))
    new Library(name, Resolved.scalaVersion("prickle"), traits, settings, Library.BOOKS)
  }

  private val shared = row(
    "prickle",
    "picklers by its macro, Pickle.intoString and UTF-8; its default, which numbers objects so that shared ones are kept"
  )
  private val plain = row("prickle-acyclic", "the same with tracking of shared objects switched off")

  def libraries: JList[Library] = Arrays.asList(shared, plain)

  private def none(study: String): Format =
    throw new UnsupportedOperationException("Prickle is measured in study books, not in " + study)

  protected def site(library: String, site: Site): Format                      = none("site")
  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format = none("site")
  protected def dataEvents(library: String, events: Vector[DataEvent]): Format = none("evactor")

  override protected def books(library: String, data: BooksData): Format = {
    val config = JsConfig(areSharedObjectsSupported = library == shared.name)
    import Picklers._
    data match {
      case OneClick(click)              => new PrickleFormat(click, config)
      case StringSeq(strings)           => new PrickleFormat(strings, config)
      case Tree(branch)                 => new PrickleFormat(branch, config)
      case StringIntMap(map)            => new PrickleFormat(map, config)
      case BookSeq(books)               => new PrickleFormat(books, config)
      case _: IntArray | _: DoubleArray =>
        throw new UnsupportedOperationException(
          "Prickle has no pickler for arrays; the published tests leave it out here"
        )
    }
  }
}

private final class PrickleFormat[A <: AnyRef](value: A, config: JsConfig)(implicit
    pickler: Pickler[A],
    unpickler: Unpickler[A]
) extends ModelFormat(Seq(value)) {
  private implicit val how: JsConfig = config

  def encode(value: Object): Array[Byte] = Pickle.intoString(value.asInstanceOf[A]).getBytes(UTF_8)

  def decode(bytes: Array[Byte], index: Int): Object = Unpickle[A].fromString(new String(bytes, UTF_8)).get
}

private object Picklers {
  implicit val clickPickler: Pickler[Click]     = Pickler.materializePickler[Click]
  implicit val clickUnpickler: Unpickler[Click] = Unpickler.materializeUnpickler[Click]
  implicit val bookPickler: Pickler[Book]       = Pickler.materializePickler[Book]
  implicit val bookUnpickler: Unpickler[Book]   = Unpickler.materializeUnpickler[Book]

  implicit val branchPickler: Pickler[Branch]     = Pickler.materializePickler[Branch]
  implicit val branchUnpickler: Unpickler[Branch] = Unpickler.materializeUnpickler[Branch]
}
