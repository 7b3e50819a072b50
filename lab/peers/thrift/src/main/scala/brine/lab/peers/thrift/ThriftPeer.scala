package brine.lab.peers.thrift

import java.util.{List as JList, Set as JSet}

import brine.lab.model.*
import brine.lab.model.records.*
import brine.lab.peer.{Format, Library, Resolved}

/** Thrift's Java library with its compact protocol. */
final class ThriftPeer extends ModelPeer:
  def libraries: JList[Library] = JList.of(
    Library(
      "thrift",
      Resolved.version("libthrift"),
      JSet.of("binary", "schema", "cross-language", "told-type"),
      "TCompactProtocol; structs written and read by hand straight from the model, since the Thrift compiler is no library " +
        "that a build can resolve: no conversion is in the time, and fields must come in order; every event is a struct of its own; buffer and " +
        "protocol reused"
    )
  )

  override protected def versions(library: String): Seq[Versions] =
    throw UnsupportedOperationException(
      "its structs are read by hand here, fields in order; what generated readers do, row scrooge shows for the same format"
    )

  protected def site(library: String, site: Site): Format = new ThriftFormat(Seq(site)):
    def encode(value: Object): Array[Byte]             = written(SiteStruct.write(out, value.asInstanceOf[Site]))
    def decode(bytes: Array[Byte], index: Int): Object = SiteStruct.read(reading(bytes))

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format = new ThriftFormat(events):
    private val types                                  = events.toArray
    def encode(value: Object): Array[Byte]             = written(EventStructs.write(out, value.asInstanceOf[SiteEvent]))
    def decode(bytes: Array[Byte], index: Int): Object = EventStructs.read(reading(bytes), types(index))

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format = new ThriftFormat(events):
    def encode(value: Object): Array[Byte] =
      val event = value.asInstanceOf[DataEvent]
      written:
        out.begin()
        out.string(1, event.id)
        out.int(2, event.timestamp)
        out.string(3, event.message)
        out.end()
    def decode(bytes: Array[Byte], index: Int): Object =
      val in = reading(bytes)
      in.begin()
      val event = DataEvent(in.string(1), in.int(2), in.string(3))
      in.end()
      event

  override protected def records(library: String, data: RecordsData): Format = data match
    case OneMesh(mesh)        => record(mesh)(RecordStructs.write(_, _), RecordStructs.mesh)
    case OneAccessLog(log)    => record(log)(RecordStructs.write(_, _), RecordStructs.accessLog)
    case SomeUpdates(updates) => record(updates)(RecordStructs.write(_, _), RecordStructs.updates)
    case SomeSaves(saves)     => record(saves)(RecordStructs.write(_, _), RecordStructs.saves)

  private def record[A <: AnyRef](value: A)(put: (StructWriter, A) => Unit, take: StructReader => A): Format =
    new ThriftFormat(Seq(value)):
      def encode(value: Object): Array[Byte] =
        written:
          out.begin()
          put(out, value.asInstanceOf[A])
          out.end()
      def decode(bytes: Array[Byte], index: Int): Object =
        val in = reading(bytes)
        in.begin()
        val result = take(in)
        in.end()
        result

private abstract class ThriftFormat(all: Seq[AnyRef]) extends ModelFormat(all):
  protected val out  = StructWriter()
  private val reader = StructReader()

  protected inline def written(inline write: Unit): Array[Byte] =
    out.clear()
    write
    out.toByteArray

  protected def reading(bytes: Array[Byte]): StructReader =
    reader.reset(bytes)
    reader
