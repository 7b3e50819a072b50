package brine.lab.peers.msgpack

import java.util.{List as JList, Set as JSet}

import org.msgpack.core.MessagePack
import org.msgpack.core.buffer.ArrayBufferInput

import brine.lab.model.*
import brine.lab.model.records.*
import brine.lab.peer.{Format, Library, Resolved}

/** MessagePack by its own library, records as arrays. */
final class MsgpackPeer extends ModelPeer:
  def libraries: JList[Library] = JList.of(
    Library(
      "msgpack",
      Resolved.version("msgpack-core"),
      JSet.of("binary", "self-describing", "cross-language"),
      "msgpack-core; packers derived here: a record is an array of its fields, a case an array of its number and fields, " +
        "UUID as 16 bytes, instants as epoch milliseconds; packer and unpacker reused"
    )
  )

  protected def site(library: String, site: Site): Format                      = MsgpackFormat(Packers.site, Seq(site))
  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format =
    MsgpackFormat(Packers.siteEvent, events)
  protected def dataEvents(library: String, events: Vector[DataEvent]): Format =
    MsgpackFormat(Packers.dataEvent, events)

  override protected def records(library: String, data: RecordsData): Format = data match
    case OneMesh(mesh)        => MsgpackFormat(Packers.mesh, Seq(mesh))
    case OneAccessLog(log)    => MsgpackFormat(Packers.accessLog, Seq(log))
    case SomeUpdates(updates) => MsgpackFormat(Packers.updates, Seq(updates))
    case SomeSaves(saves)     => MsgpackFormat(Packers.saves, Seq(saves))

  override protected def versions(library: String): Seq[Versions] = Seq(
    Versions(
      "",
      Version(MsgpackFormat(Packers.olderEvent, _), MsgpackFormat(Packers.olderHistory, _)),
      Version(MsgpackFormat(Packers.newerEvent, _), MsgpackFormat(Packers.newerHistory, _))
    )
  )

private final class MsgpackFormat[A <: AnyRef](packer: Packer[A], all: Seq[A]) extends ModelFormat(all):
  private val out      = MessagePack.newDefaultBufferPacker()
  private val input    = ArrayBufferInput(Array.emptyByteArray)
  private val unpacker = MessagePack.newDefaultUnpacker(input)

  def encode(value: Object): Array[Byte] =
    out.clear()
    packer.pack(out, value.asInstanceOf[A])
    out.toByteArray

  def decode(bytes: Array[Byte], index: Int): Object =
    input.reset(bytes)
    val _ = unpacker.reset(input)
    packer.unpack(unpacker)

private object Packers:
  private given Packer[SiteType]          = EnumPacker(SiteType.values)
  private given Packer[SiteFlag]          = EnumPacker(SiteFlag.values)
  private given Packer[PageComponentType] = EnumPacker(PageComponentType.values)
  private given Packer[VesselKind]        = EnumPacker(VesselKind.values)
  private given Packer[GameMode]          = EnumPacker(GameMode.values)

  val site: Packer[Site]           = Packer.derived
  val siteEvent: Packer[SiteEvent] = Packer.derived
  val dataEvent: Packer[DataEvent] = Packer.derived
  val mesh: Packer[Mesh]           = Packer.derived
  val accessLog: Packer[AccessLog] = Packer.derived
  val updates: Packer[Updates]     = Packer.derived
  val saves: Packer[Saves]         = Packer.derived

  val olderEvent: Packer[older.PageEvent]     = Packer.derived
  val olderHistory: Packer[older.PageHistory] = Packer.derived
  val newerEvent: Packer[newer.PageEvent]     = Packer.derived
  val newerHistory: Packer[newer.PageHistory] = Packer.derived
