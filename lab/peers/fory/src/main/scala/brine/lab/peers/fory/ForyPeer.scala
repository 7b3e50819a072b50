package brine.lab.peers.fory

import java.util.{List as JList, Set as JSet}

import org.apache.fory.Fory
import org.apache.fory.memory.MemoryBuffer

import brine.lab.model.*
import brine.lab.model.books.BooksData
import brine.lab.model.records.RecordsData
import brine.lab.peer.{Format, Library, Resolved}

/** Apache Fory's core library. */
final class ForyPeer extends ModelPeer:
  private val guide = "github.com/apache/fory/tree/main/docs/guide"

  private def row(name: String, settings: String, traits: String*) =
    Library(name, Resolved.version("fory-core"), JSet.of(traits*), settings, Library.MESSAGES_AND_BOOKS)
      .recommendedBy(guide)

  private val consistent = row(
    "fory",
    "registered classes, no reference tracking, no xlang, both ends with the same schema; serializers for Scala's List, " +
      "Vector, Map and Option written here, as its Scala module is not to be had; its buffer reused, the result an " +
      "array of its own",
    "binary"
  )
  private val compatible =
    row("fory-compatible", "the same in compatible mode, which carries field names", "binary", "evolvable")

  private val reused = Library(
    "fory-reused",
    consistent.version,
    JSet.of("binary", Library.REUSED_BUFFER),
    "as fory, into a MemoryBuffer that is kept and not copied out of",
    Library.SITE
  ).recommendedBy(guide)

  def libraries: JList[Library] = JList.of(consistent, compatible, reused)

  private def fory(library: String): Fory = ModelFory(compatible = library == compatible.name)

  private def message(library: String, all: Seq[AnyRef]): Format =
    if library == reused.name then ReusedForyFormat(fory(library), all) else ForyFormat(fory(library), all)

  protected def site(library: String, site: Site): Format = message(library, Seq(site))

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format = message(library, events)

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format = ForyFormat(fory(library), events)

  override protected def records(library: String, data: RecordsData): Format = message(library, Seq(data.value))

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

/** Leaves the message in its buffer. */
private final class ReusedForyFormat(fory: Fory, all: Seq[AnyRef]) extends ModelFormat(all):
  private val buffer = MemoryBuffer.newHeapBuffer(4096)

  override def write(value: Object): Object =
    buffer.writerIndex(0)
    fory.serialize(buffer, value)

  def encode(value: Object): Array[Byte] =
    val _ = write(value)
    buffer.getBytes(0, buffer.writerIndex)

  def decode(bytes: Array[Byte], index: Int): Object = fory.deserialize(bytes)
