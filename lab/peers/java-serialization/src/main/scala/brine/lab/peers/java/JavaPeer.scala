package brine.lab.peers.java

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, ObjectInputStream, ObjectOutputStream}
import java.util.{List as JList, Set as JSet}

import brine.lab.model.*
import brine.lab.model.records.RecordsData
import brine.lab.peer.{Format, Library}

/** Java serialization as it comes with the JDK. */
final class JavaPeer extends ModelPeer:
  private val fresh = Library(
    "java",
    s"JDK ${Runtime.version().feature()}",
    JSet.of("binary", "self-describing"),
    "a fresh ObjectOutputStream for every message"
  )
  private val asPublished = Library(
    "java-as-published",
    fresh.version,
    JSet.of("binary", "self-describing", "as-published"),
    "one ObjectOutputStream for all events, never reset: message n holds events 1 to n, and reading it gives event 1"
  )

  def libraries: JList[Library] = JList.of(fresh, asPublished)

  protected def site(library: String, site: Site): Format = studySite(library, Seq(site))

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format = studySite(library, events)

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format =
    if library == asPublished.name then SharedStreamFormat(events) else FreshStreamFormat(events)

  override protected def records(library: String, data: RecordsData): Format = studySite(library, Seq(data.value))

  override protected def versions(library: String): Seq[Versions] =
    if library == asPublished.name then throw UnsupportedOperationException("see row java: its bytes are the same")
    else
      Seq(
        Versions(
          "",
          Version(FreshStreamFormat(_), FreshStreamFormat(_)),
          Version(FreshStreamFormat(_), FreshStreamFormat(_)),
          hasClassNames = true
        )
      )

  private def studySite(library: String, values: Seq[AnyRef]): Format =
    if library == asPublished.name then
      throw UnsupportedOperationException("the shared stream was published in the evactor study only")
    else FreshStreamFormat(values)

private final class FreshStreamFormat(all: Seq[AnyRef]) extends ModelFormat(all):
  def encode(value: Object): Array[Byte] =
    val bytes  = ByteArrayOutputStream()
    val stream = ObjectOutputStream(bytes)
    stream.writeObject(value)
    stream.close()
    bytes.toByteArray

  def decode(bytes: Array[Byte], index: Int): Object = ObjectInputStream(ByteArrayInputStream(bytes)).readObject()

private final class SharedStreamFormat(all: Seq[AnyRef]) extends ModelFormat(all):
  private var bytes  = ByteArrayOutputStream()
  private var stream = ObjectOutputStream(bytes)

  override def begin(): Unit =
    bytes = ByteArrayOutputStream()
    stream = ObjectOutputStream(bytes)

  def encode(value: Object): Array[Byte] =
    stream.writeObject(value)
    stream.flush()
    bytes.toByteArray

  def decode(bytes: Array[Byte], index: Int): Object = ObjectInputStream(ByteArrayInputStream(bytes)).readObject()

  /** What the published code gives back is the first event of the stream, whichever was asked for. */
  override def same(written: Object, read: Object): Boolean = read == values(0)
