package brine.lab.peers.avro

import java.io.ByteArrayOutputStream
import java.util.{List as JList, Set as JSet}

import org.apache.avro.generic.{GenericData, GenericDatumReader, GenericDatumWriter}
import org.apache.avro.io.{BinaryDecoder, BinaryEncoder, DecoderFactory, EncoderFactory}

import brine.lab.model.*
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

private object Forms:
  private given AvroForm[SiteType]          = EnumForm("SiteType", SiteType.values)
  private given AvroForm[SiteFlag]          = EnumForm("SiteFlag", SiteFlag.values)
  private given AvroForm[PageComponentType] = EnumForm("PageComponentType", PageComponentType.values)

  val site: AvroForm[Site]           = AvroForm.derived
  val siteEvent: AvroForm[SiteEvent] = AvroForm.derived
  val dataEvent: AvroForm[DataEvent] = AvroForm.derived
