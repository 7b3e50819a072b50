package brine.lab.peers.brine

import java.util.List as JList

import _root_.brine.codec.{Codec, Compression, ContainerReader, ContainerWriter, MessageOptions}
import _root_.brine.codec.zstd.Zstd

/** Bare messages, and the containers that hold many of them. A further compression of containers is a further line in
  * `forms`.
  */
private final class ContainerFormat[A <: AnyRef](all: Seq[A])(using codec: Codec[A])
    extends BareFormat[A](all, MessageOptions(dictionary = false)):
  private val forms: List[(String, () => ContainerWriter)] = List(
    "container"         -> (() => ContainerWriter()),
    "container-deflate" -> (() => ContainerWriter(compression = Compression.Deflate)),
    "container-zstd"    -> (() => ContainerWriter(compression = Zstd()))
  )

  override def containers: JList[String] = JList.of(forms.map(_._1)*)

  override def pack(container: String, values: Array[Object]): Array[Byte] =
    val writer = forms.toMap.apply(container)()
    values.foreach(value => writer.add(value.asInstanceOf[A]))
    writer.toArray

  override def unpack(container: String, bytes: Array[Byte]): Array[Object] =
    val reader = ContainerReader(bytes, compressions = Seq(Zstd()))
    Iterator.continually(reader).takeWhile(_.hasNext).map(_.next[A]().fold(throw _, identity)).toArray[Object]
