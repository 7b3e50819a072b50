package brine.lab.peers.brine

import java.util.List as JList

import _root_.brine.codec.{Codec, Compression, MessageOptions, SegmentReader, SegmentWriter}
import _root_.brine.codec.zstd.Zstd

/** Bare messages, and the segments that hold many of them. A further compression of segments is a further line in
  * `forms`.
  */
private final class SegmentedFormat[A <: AnyRef](all: Seq[A])(using codec: Codec[A])
    extends BareFormat[A](all, MessageOptions(dictionary = false)):
  private val forms: List[(String, () => SegmentWriter)] = List(
    "segment"         -> (() => SegmentWriter()),
    "segment-deflate" -> (() => SegmentWriter(compression = Compression.Deflate)),
    "segment-zstd"    -> (() => SegmentWriter(compression = Zstd()))
  )

  override def containers: JList[String] = JList.of(forms.map(_._1)*)

  override def pack(container: String, values: Array[Object]): Array[Byte] =
    val writer = forms.toMap.apply(container)()
    values.foreach(value => writer.add(value.asInstanceOf[A]))
    writer.toArray

  override def unpack(container: String, bytes: Array[Byte]): Array[Object] =
    val reader = SegmentReader(bytes, compressions = Seq(Zstd()))
    Iterator.continually(reader).takeWhile(_.hasNext).map(_.next[A]().fold(throw _, identity)).toArray[Object]
