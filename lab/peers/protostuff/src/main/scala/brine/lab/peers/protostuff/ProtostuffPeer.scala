package brine.lab.peers.protostuff

import java.util.{List as JList, Set as JSet}

import io.protostuff.{LinkedBuffer, ProtostuffIOUtil}

import brine.lab.model.*
import brine.lab.model.records.*
import brine.lab.peer.{Format, Library, Resolved}

/** Protostuff in its native format, nested messages between start and end tags. */
final class ProtostuffPeer extends ModelPeer:
  def libraries: JList[Library] = JList.of(
    Library(
      "protostuff",
      Resolved.version("protostuff-core"),
      JSet.of("binary", "evolvable", "schema"),
      "ProtostuffIOUtil with a LinkedBuffer kept; schemas derived here straight from the case classes, as its runtime " +
        "schemas know neither Scala's collections nor fields without setters; UUID as 16 bytes, instants as epoch milliseconds"
    )
  )

  protected def site(library: String, site: Site): Format = ProtostuffFormat(Messages.site, Seq(site))
  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format =
    ProtostuffFormat(Messages.siteEvent, events)
  protected def dataEvents(library: String, events: Vector[DataEvent]): Format =
    ProtostuffFormat(Messages.dataEvent, events)

  override protected def records(library: String, data: RecordsData): Format = data match
    case OneMesh(mesh)        => ProtostuffFormat(Messages.mesh, Seq(mesh))
    case OneAccessLog(log)    => ProtostuffFormat(Messages.accessLog, Seq(log))
    case SomeUpdates(updates) => ProtostuffFormat(Messages.updates, Seq(updates))
    case SomeSaves(saves)     => ProtostuffFormat(Messages.saves, Seq(saves))

  override protected def versions(library: String): Seq[Versions] = Seq(
    Versions(
      "",
      Version(ProtostuffFormat(Messages.olderEvent, _), ProtostuffFormat(Messages.olderHistory, _)),
      Version(ProtostuffFormat(Messages.newerEvent, _), ProtostuffFormat(Messages.newerHistory, _))
    )
  )

private final class ProtostuffFormat[A <: AnyRef](message: Message[A], all: Seq[A]) extends ModelFormat(all):
  private val buffer = LinkedBuffer.allocate(4096)

  def encode(value: Object): Array[Byte] =
    try ProtostuffIOUtil.toByteArray(value, message, buffer)
    finally { val _ = buffer.clear() }

  def decode(bytes: Array[Byte], index: Int): Object =
    val slots = message.newMessage()
    ProtostuffIOUtil.mergeFrom(bytes, slots, message)
    message.finish(slots)

private object Messages:
  private given Field[SiteType]          = EnumField(SiteType.values)
  private given Field[SiteFlag]          = EnumField(SiteFlag.values)
  private given Field[PageComponentType] = EnumField(PageComponentType.values)
  private given Field[VesselKind]        = EnumField(VesselKind.values)
  private given Field[GameMode]          = EnumField(GameMode.values)

  val site: Message[Site]           = Field.derived
  val siteEvent: Message[SiteEvent] = Field.derived
  val dataEvent: Message[DataEvent] = Field.derived
  val mesh: Message[Mesh]           = Field.derived
  val accessLog: Message[AccessLog] = Field.derived
  val updates: Message[Updates]     = Field.derived
  val saves: Message[Saves]         = Field.derived

  val olderEvent: Message[older.PageEvent]     = Field.derived
  val olderHistory: Message[older.PageHistory] = Field.derived
  val newerEvent: Message[newer.PageEvent]     = Field.derived
  val newerHistory: Message[newer.PageHistory] = Field.derived
