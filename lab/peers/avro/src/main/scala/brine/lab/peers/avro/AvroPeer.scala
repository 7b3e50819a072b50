package brine.lab.peers.avro

import java.io.ByteArrayOutputStream
import java.util.{List as JList, Set as JSet}

import org.apache.avro.generic.{GenericData, GenericDatumReader, GenericDatumWriter}
import org.apache.avro.io.{BinaryDecoder, BinaryEncoder, DecoderFactory, EncoderFactory}
import org.apache.avro.message.{BinaryMessageDecoder, BinaryMessageEncoder, SchemaStore}

import brine.lab.model.*
import brine.lab.model.records.*
import brine.lab.peer.{Format, Library, Resolved}

/** Apache Avro's binary encoding through generic records. */
final class AvroPeer extends ModelPeer:
  def libraries: JList[Library] = JList.of(
    Library(
      "avro",
      Resolved.version("avro"),
      JSet.of("binary", "evolvable", "schema", "cross-language", "converts"),
      "generic records with conversion, the fast reader, strings as String; binary encoder and decoder reused; sum types " +
        "as unions, UUID as fixed(16), instants as epoch milliseconds; both ends know the schema"
    )
  )

  protected def site(library: String, site: Site): Format                      = AvroFormat(Forms.site, Seq(site))
  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format = AvroFormat(Forms.siteEvent, events)
  protected def dataEvents(library: String, events: Vector[DataEvent]): Format = AvroFormat(Forms.dataEvent, events)

  override protected def records(library: String, data: RecordsData): Format = data match
    case OneMesh(mesh)        => AvroFormat(Forms.mesh, Seq(mesh))
    case OneAccessLog(log)    => AvroFormat(Forms.accessLog, Seq(log))
    case SomeUpdates(updates) => AvroFormat(Forms.updates, Seq(updates))
    case SomeSaves(saves)     => AvroFormat(Forms.saves, Seq(saves))

  override protected def versions(library: String): Seq[Versions] = Seq(
    Versions(
      "",
      Version(AvroFormat(Forms.olderEvent, _), AvroFormat(Forms.olderHistory, _)),
      Version(AvroFormat(Forms.newerEvent, _), AvroFormat(Forms.newerHistory, _))
    ),
    Versions(
      "single-object",
      Version(SingleObjectFormat(Forms.olderEvent, _), SingleObjectFormat(Forms.olderHistory, _)),
      Version(SingleObjectFormat(Forms.newerEvent, _), SingleObjectFormat(Forms.newerHistory, _))
    )
  )

private final class AvroFormat[A <: AnyRef](form: AvroForm[A], all: Seq[A]) extends ModelFormat(all):
  private val data                   = GenericData()
  private val out                    = ByteArrayOutputStream(4096)
  private var encoder: BinaryEncoder = null
  private var decoder: BinaryDecoder = null

  private val writer = GenericDatumWriter[AnyRef](form.schema, data.setFastReaderEnabled(true))
  private val reader = GenericDatumReader[AnyRef](form.schema, form.schema, data)

  def encode(value: Object): Array[Byte] =
    out.reset()
    encoder = EncoderFactory.get.binaryEncoder(out, encoder)
    writer.write(form.toAvro(value.asInstanceOf[A]), encoder)
    encoder.flush()
    out.toByteArray

  def decode(bytes: Array[Byte], index: Int): Object =
    decoder = DecoderFactory.get.binaryDecoder(bytes, decoder)
    form.fromAvro(reader.read(null, decoder))

/** Avro's format for single messages: the fingerprint of the writer's schema, and the value. */
private final class SingleObjectFormat[A <: AnyRef](form: AvroForm[A], all: Seq[A]) extends ModelFormat(all):
  private val data    = GenericData()
  private val encoder = BinaryMessageEncoder[AnyRef](data, form.schema)
  private val decoder = BinaryMessageDecoder[AnyRef](data, form.schema, Forms.pages)

  def encode(value: Object): Array[Byte] =
    val buffer = encoder.encode(form.toAvro(value.asInstanceOf[A]))
    val bytes  = new Array[Byte](buffer.remaining)
    buffer.get(bytes)
    bytes

  def decode(bytes: Array[Byte], index: Int): Object = form.fromAvro(decoder.decode(bytes))

private object Forms:
  private given AvroForm[SiteType]          = EnumForm("SiteType", SiteType.values)
  private given AvroForm[SiteFlag]          = EnumForm("SiteFlag", SiteFlag.values)
  private given AvroForm[PageComponentType] = EnumForm("PageComponentType", PageComponentType.values)
  private given AvroForm[VesselKind]        = EnumForm("VesselKind", VesselKind.values)
  private given AvroForm[GameMode]          = EnumForm("GameMode", GameMode.values)

  val site: AvroForm[Site]           = AvroForm.derived
  val siteEvent: AvroForm[SiteEvent] = AvroForm.derived
  val dataEvent: AvroForm[DataEvent] = AvroForm.derived
  val mesh: AvroForm[Mesh]           = AvroForm.derived
  val accessLog: AvroForm[AccessLog] = AvroForm.derived
  val updates: AvroForm[Updates]     = AvroForm.derived
  val saves: AvroForm[Saves]         = AvroForm.derived

  val olderEvent: AvroForm[older.PageEvent]     = AvroForm.derived
  val olderHistory: AvroForm[older.PageHistory] = AvroForm.derived
  val newerEvent: AvroForm[newer.PageEvent]     = AvroForm.derived
  val newerHistory: AvroForm[newer.PageHistory] = AvroForm.derived

  /** The schemas that both programs know. */
  val pages: SchemaStore.Cache =
    val store = SchemaStore.Cache()
    List(olderEvent, olderHistory, newerEvent, newerHistory).foreach(form => store.addSchema(form.schema))
    store
