package brine.lab.peers.pickling

import java.util.{List => JList}

import scala.collection.JavaConverters._
import scala.pickling.Defaults._
import scala.pickling.binary._

import brine.lab.model._
import brine.lab.model.records._
import brine.lab.peer.{Format, Library, Resolved}

import EventPicklers.siteEvent
import SitePicklers.{dataEvent, site => sitePickler}

/** scala-pickling, the library of the evactor study, in its binary format. */
final class PicklingPeer extends ModelPeer {
  def libraries: JList[Library] = List(
    new Library(
      "pickling",
      Resolved.scalaVersion("scala-pickling"),
      Set("binary", "self-describing").asJava,
      "picklers by its macros in the binary format; one kept for each type; enums as text, instants as epoch milliseconds"
    )
  ).asJava

  override protected def records(library: String, data: RecordsData): Format = {
    import RecordsPicklers._
    def format(pickle: AnyRef => Array[Byte], unpickle: Array[Byte] => AnyRef): Format =
      new ModelFormat(Vector(data.value)) {
        def encode(value: Object): Array[Byte]             = pickle(value)
        def decode(bytes: Array[Byte], index: Int): Object = unpickle(bytes)
      }
    data match {
      case OneMesh(_)      => format(_.asInstanceOf[Mesh].pickle.value, BinaryPickle(_).unpickle[Mesh])
      case OneAccessLog(_) => format(_.asInstanceOf[AccessLog].pickle.value, BinaryPickle(_).unpickle[AccessLog])
      case SomeUpdates(_)  => format(_.asInstanceOf[Updates].pickle.value, BinaryPickle(_).unpickle[Updates])
      case SomeSaves(_)    => format(_.asInstanceOf[Saves].pickle.value, BinaryPickle(_).unpickle[Saves])
    }
  }

  override protected def versions(library: String): Seq[Versions] = {
    import PagePicklers._
    def format(pickle: AnyRef => Array[Byte], unpickle: Array[Byte] => AnyRef)(all: Seq[AnyRef]): Format =
      new ModelFormat(all) {
        def encode(value: Object): Array[Byte]             = pickle(value)
        def decode(bytes: Array[Byte], index: Int): Object = unpickle(bytes)
      }
    Seq(
      new Versions(
        "",
        new Version[older.PageEvent, older.PageHistory](
          format(_.asInstanceOf[older.PageEvent].pickle.value, BinaryPickle(_).unpickle[older.PageEvent]),
          format(_.asInstanceOf[older.PageHistory].pickle.value, BinaryPickle(_).unpickle[older.PageHistory])
        ),
        new Version[newer.PageEvent, newer.PageHistory](
          format(_.asInstanceOf[newer.PageEvent].pickle.value, BinaryPickle(_).unpickle[newer.PageEvent]),
          format(_.asInstanceOf[newer.PageHistory].pickle.value, BinaryPickle(_).unpickle[newer.PageHistory])
        ),
        hasClassNames = true
      )
    )
  }

  protected def site(library: String, site: Site): Format = new ModelFormat(Vector(site)) {
    def encode(value: Object): Array[Byte]             = value.asInstanceOf[Site].pickle.value
    def decode(bytes: Array[Byte], index: Int): Object = BinaryPickle(bytes).unpickle[Site]
  }

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format = new ModelFormat(events) {
    def encode(value: Object): Array[Byte]             = value.asInstanceOf[SiteEvent].pickle.value
    def decode(bytes: Array[Byte], index: Int): Object = BinaryPickle(bytes).unpickle[SiteEvent]
  }

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format = new ModelFormat(events) {
    def encode(value: Object): Array[Byte]             = value.asInstanceOf[DataEvent].pickle.value
    def decode(bytes: Array[Byte], index: Int): Object = BinaryPickle(bytes).unpickle[DataEvent]
  }
}
