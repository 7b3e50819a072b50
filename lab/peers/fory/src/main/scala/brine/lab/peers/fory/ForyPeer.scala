package brine.lab.peers.fory

import java.util.{List as JList, Set as JSet}

import org.apache.fory.Fory

import brine.lab.model.*
import brine.lab.model.books.BooksData
import brine.lab.peer.{Format, Library, Resolved}

/** Apache Fory's core library. */
final class ForyPeer extends ModelPeer:
  private def row(name: String, settings: String, traits: String*) =
    Library(name, Resolved.version("fory-core"), JSet.of(traits*), settings, Library.MESSAGES_AND_BOOKS)

  private val consistent = row(
    "fory",
    "registered classes, no reference tracking, no xlang, both ends with the same schema; serializers for Scala's List, " +
      "Vector, Map and Option written here, as its Scala module is not to be had",
    "binary"
  )
  private val compatible =
    row("fory-compatible", "the same in compatible mode, which carries field names", "binary", "evolvable")

  def libraries: JList[Library] = JList.of(consistent, compatible)

  private def fory(library: String): Fory = ModelFory(compatible = library == compatible.name)

  protected def site(library: String, site: Site): Format = ForyFormat(fory(library), Seq(site))

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format = ForyFormat(fory(library), events)

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format = ForyFormat(fory(library), events)

  override protected def versions(library: String): Seq[Versions] =
    def program(classes: Class[?]*): Fory =
      val own = fory(library)
      classes.foreach(own.register(_))
      own
    val before = program(classOf[older.PageAdded], classOf[older.PageRemoved], classOf[older.PageHistory])
    val after  = program(classOf[newer.PageAdded], classOf[newer.PageRemoved], classOf[newer.PageHistory])
    Seq(
      Versions(
        "",
        Version(ForyFormat(before, _), ForyFormat(before, _)),
        Version(ForyFormat(after, _), ForyFormat(after, _))
      )
    )

  override protected def books(library: String, data: BooksData): Format = ForyFormat(fory(library), Seq(data.value))

private final class ForyFormat(fory: Fory, all: Seq[AnyRef]) extends ModelFormat(all):
  def encode(value: Object): Array[Byte]             = fory.serialize(value)
  def decode(bytes: Array[Byte], index: Int): Object = fory.deserialize(bytes)
