package brine.lab.peers.brine

import _root_.brine.codec.{Codec, ContainerReader, ContainerWriter, MessageOptions, Schemas}
import _root_.brine.lab.model.*

/** The page events of an older and a newer program. */
private object PageVersions:
  private given olderEvent: Codec[older.PageEvent]     = Codec.derived
  private given olderHistory: Codec[older.PageHistory] = Codec.derived
  private given newerEvent: Codec[newer.PageEvent]     = Codec.derived
  private given newerHistory: Codec[newer.PageHistory] = Codec.derived

  def bare(dictionary: Boolean): Versions =
    val options = MessageOptions(dictionary)
    Versions(
      "",
      Version(BareFormat(_, options), BareFormat(_, options)),
      Version(BareFormat(_, options), BareFormat(_, options))
    )

  def standalone: Versions = standalone("")(using Schemas.of())

  /** Both programs have the schemas of both, as from a lock file. */
  def schemasKnown: Versions = standalone("schemas-known")(using
    Schemas.of(
      Codec[older.PageEvent].schema,
      Codec[older.PageHistory].schema,
      Codec[newer.PageEvent].schema,
      Codec[newer.PageHistory].schema
    )
  )

  private def standalone(way: String)(using Schemas): Versions =
    Versions(way, Version(StandaloneFormat(_), StandaloneFormat(_)), Version(StandaloneFormat(_), StandaloneFormat(_)))

  def container: Versions =
    Versions("container", Version(ContainerOfOne(_), ContainerOfOne(_)), Version(ContainerOfOne(_), ContainerOfOne(_)))

/** Each message in a container of its own. */
private final class ContainerOfOne[A <: AnyRef: Codec](all: Seq[A]) extends ModelFormat(all):
  def encode(value: Object): Array[Byte] =
    val writer = ContainerWriter()
    writer.add(value.asInstanceOf[A])
    writer.toArray

  def decode(bytes: Array[Byte], index: Int): Object = ContainerReader(bytes).next[A]().fold(throw _, identity)
