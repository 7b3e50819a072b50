package brine.lab.peers.borer

import java.util.{List as JList, Set as JSet}

import io.bullet.borer.{Cbor, Codec, Json}

import brine.lab.model.*
import brine.lab.model.records.*
import brine.lab.peer.{Format, Library, Resolved}

/** borer: CBOR with records as arrays or as maps, and JSON. */
final class BorerPeer extends ModelPeer:
  private def row(name: String, settings: String, traits: String*) = Library(
    name,
    Resolved.scalaVersion("borer-core"),
    JSet.of(traits*),
    settings
  )

  private val arrays = row(
    "borer-cbor",
    "ArrayBasedCodecs: records as arrays; UUID as 16 bytes, instants as epoch milliseconds, enums as ordinals",
    "binary",
    "cross-language"
  )
  private val maps = row(
    "borer-cbor-map",
    "MapBasedCodecs: records as maps; UUID as 16 bytes, instants as epoch milliseconds, enums by name",
    "binary",
    "self-describing",
    "evolvable",
    "cross-language"
  )
  private val json = row(
    "borer-json",
    "MapBasedCodecs; UUID as 16 bytes in base64, instants as epoch milliseconds, enums by name",
    "text",
    "self-describing",
    "evolvable",
    "cross-language"
  )

  def libraries: JList[Library] = JList.of(arrays, maps, json)

  private def format[A <: AnyRef](library: String, inArrays: => Codec[A], inMaps: => Codec[A], all: Seq[A]): Format =
    if library == arrays.name then CborFormat(inArrays, all)
    else if library == maps.name then CborFormat(inMaps, all)
    else JsonFormat(inMaps, all)

  override protected def records(library: String, data: RecordsData): Format = data match
    case OneMesh(mesh)        => format(library, RecordsInArrays.mesh, RecordsInMaps.mesh, Seq(mesh))
    case OneAccessLog(log)    => format(library, RecordsInArrays.accessLog, RecordsInMaps.accessLog, Seq(log))
    case SomeUpdates(updates) => format(library, RecordsInArrays.updates, RecordsInMaps.updates, Seq(updates))
    case SomeSaves(saves)     => format(library, RecordsInArrays.saves, RecordsInMaps.saves, Seq(saves))

  override protected def versions(library: String): Seq[Versions] = Seq(
    Versions(
      "",
      Version(
        format(library, InArrays.olderEvent, InMaps.olderEvent, _),
        format(library, InArrays.olderHistory, InMaps.olderHistory, _)
      ),
      Version(
        format(library, InArrays.newerEvent, InMaps.newerEvent, _),
        format(library, InArrays.newerHistory, InMaps.newerHistory, _)
      )
    )
  )

  protected def site(library: String, site: Site): Format =
    format(library, InArrays.site, InMaps.site, Seq(site))

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format =
    format(library, InArrays.siteEvent, InMaps.siteEvent, events)

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format =
    format(library, InArrays.dataEvent, InMaps.dataEvent, events)

private final class CborFormat[A <: AnyRef](codec: Codec[A], all: Seq[A]) extends ModelFormat(all):
  def encode(value: Object): Array[Byte] = Cbor.encode(value.asInstanceOf[A])(using codec.encoder).toByteArray
  def decode(bytes: Array[Byte], index: Int): Object = Cbor.decode(bytes).to[A](using codec.decoder).value

private final class JsonFormat[A <: AnyRef](codec: Codec[A], all: Seq[A]) extends ModelFormat(all):
  def encode(value: Object): Array[Byte] = Json.encode(value.asInstanceOf[A])(using codec.encoder).toByteArray
  def decode(bytes: Array[Byte], index: Int): Object = Json.decode(bytes).to[A](using codec.decoder).value
