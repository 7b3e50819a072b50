package brine.lab.peers.scrooge

import java.util.{Collections, List => JList, Set => JSet}

import com.twitter.scrooge.{ThriftStruct, ThriftStructCodec}
import org.apache.thrift.protocol.TCompactProtocol
import org.apache.thrift.transport.{TMemoryBuffer, TMemoryInputTransport}

import brine.lab.model._
import brine.lab.model.records._
import brine.lab.peer.{Format, Library, Resolved}
import brine.lab.peers.scrooge.generated._

/** Scrooge: Thrift's compact protocol through generated Scala classes. */
final class ScroogePeer extends ModelPeer {
  def libraries: JList[Library] = Collections.singletonList(
    new Library(
      "scrooge",
      Resolved.scalaVersion("scrooge-core"),
      JSet.of("binary", "evolvable", "schema", "cross-language", "converts", "told-type"),
      "TCompactProtocol of libthrift " + Resolved.version("libthrift") +
        "; conversion from and to the model's classes is part of the time; every event is a struct of its own"
    )
  )

  protected def site(library: String, site: Site): Format = new ScroogeFormat(Vector(site)) {
    def encode(value: Object): Array[Byte]             = write(Conversion.toThrift(value.asInstanceOf[Site]))
    def decode(bytes: Array[Byte], index: Int): Object = Conversion.fromThrift(read(bytes, SiteT))
  }

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format = new ScroogeFormat(events) {
    private val codecs                                 = events.map(event => EventConversion.codec(event)).toArray
    def encode(value: Object): Array[Byte]             = write(EventConversion.toThrift(value.asInstanceOf[SiteEvent]))
    def decode(bytes: Array[Byte], index: Int): Object = EventConversion.fromThrift(read(bytes, codecs(index)))
  }

  override protected def versions(library: String): Seq[Versions] = Seq(PageVersions.versions)

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format = new ScroogeFormat(events) {
    def encode(value: Object): Array[Byte] = {
      val event = value.asInstanceOf[DataEvent]
      write(DataEventT(event.id, event.timestamp, event.message))
    }
    def decode(bytes: Array[Byte], index: Int): Object = {
      val struct = read(bytes, DataEventT)
      DataEvent(struct.id, struct.timestamp, struct.message)
    }
  }

  override protected def records(library: String, data: RecordsData): Format = data match {
    case OneMesh(mesh) =>
      new ConvertedFormat[Mesh, MeshT](MeshT, RecordsConversion.toThrift, RecordsConversion.fromThrift, Seq(mesh))
    case OneAccessLog(log) =>
      new ConvertedFormat[AccessLog, AccessLogT](
        AccessLogT,
        RecordsConversion.toThrift,
        RecordsConversion.fromThrift,
        Seq(log)
      )
    case SomeUpdates(updates) =>
      new ConvertedFormat[Updates, UpdatesT](
        UpdatesT,
        RecordsConversion.toThrift,
        RecordsConversion.fromThrift,
        Seq(updates)
      )
    case SomeSaves(saves) =>
      new ConvertedFormat[Saves, SavesT](SavesT, RecordsConversion.toThrift, RecordsConversion.fromThrift, Seq(saves))
  }
}

private abstract class ScroogeFormat(all: Seq[AnyRef]) extends ModelFormat(all) {
  private val input         = new TMemoryInputTransport
  private val inputProtocol = new TCompactProtocol(input)

  protected def write(struct: ThriftStruct): Array[Byte] = {
    val buffer = new TMemoryBuffer(512)
    struct.write(new TCompactProtocol(buffer))
    java.util.Arrays.copyOf(buffer.getArray, buffer.length)
  }

  protected def read[A <: ThriftStruct](bytes: Array[Byte], codec: ThriftStructCodec[A]): A = {
    input.reset(bytes)
    inputProtocol.reset()
    codec.decode(inputProtocol)
  }
}
