package brine.codec.fuzz

import brine.codec.fuzz.CostModel.*
import brine.codec.inspect.{Framing, Inspect}
import brine.codec.internal.bytes.{Checksum, Deflate}
import brine.codec.internal.framing.ContainerFormat
import brine.codec.{Codec, ContainerReader, In, MessageOptions, Out, Schema, Schemas}

import java.net.URI
import java.nio.charset.StandardCharsets.UTF_8
import scala.collection.immutable.{HashSet, ListSet}
import scala.collection.mutable
import scala.util.control.NonFatal

/** A reader whose cost is measured, within strict limits.
  *
  * @param factor
  *   how many times the usual memory it may take
  * @param read
  *   reads an input, and returns the bytes that were read: more than the input if those are expanded first
  */
private[fuzz] final class CostReader(val name: String, val factor: Int, val read: Array[Byte] => Int)

private[fuzz] object CostReader:
  val all: Vector[CostReader] = Vector(
    message[List[URI]]("texts parsed as URIs"),
    message[Set[Heavy]]("a set of marked values"),
    message[Set[(Heavy, Int)]]("a set of pairs with marked values"),
    message[Map[(Heavy, Int), Int]]("a map by pairs with marked values"),
    message[List[ListSet[(Heavy, Int)]]]("sets that are searched one by one"),
    message[List[Set[Key]]]("sets of keys"),
    message[List[Map[Key, Int]]]("maps by keys"),
    message[Set[BigDecimal]]("a set of decimals"),
    message[List[Shared]]("shared values"),
    message[List[Event]]("unknown cases"),
    CostReader("plain containers", 1, input => container(block(ContainerFormat.Plain, input))),
    CostReader(
      "deflated containers",
      1,
      input =>
        val content = Array.fill(16)(input).flatten
        container(block(ContainerFormat.Deflated, deflated(content)))
        content.length
    ),
    CostReader(
      "small containers",
      1,
      input => container(input.grouped(24).toArray.flatMap(block(ContainerFormat.Plain, _)))
    ),
    CostReader("values of other schemas", 1, evolved),
    CostReader("inspections", 32, inspected),
    CostReader(
      "lock files",
      1,
      input =>
        Schemas.parse(s"brine schemas 1\n\n${String(input, UTF_8)}"): Unit
        input.length
    ),
    message[List[HashSet[Cell]]]("sets of records"),
    message[List[mutable.HashMap[Cell, Int]]]("mutable maps by records"),
    message[HashSet[HashSet[Cell]]]("a set of sets of records")
  )

  private type Shared = brine.codec.Shared[Node]

  private def message[A](name: String)(using codec: Codec[A]): CostReader = CostReader(
    name,
    1,
    input =>
      val in = In(input, 0, input.length, Guard.Strict)
      in.useDictionary()
      quietly:
        codec.read(in): Unit
      input.length
  )

  // What is refused is measured as well; other targets check how it is refused.
  private def quietly(read: => Unit): Unit =
    try read
    catch case NonFatal(_) => ()

  private def container(blocks: Array[Byte]): Int =
    val bytes  = ContainerFormat.Start ++ blocks
    val reader = ContainerReader(bytes, Guard.Strict)
    var number = 0
    while reader.hasNext do
      number % 3 match
        case 0 => reader.next[Box](): Unit
        case 1 => reader.next[List[Event]](): Unit
        case _ => reader.next[Plain](): Unit
      number += 1
    bytes.length

  /** The payload of a block with one message. */
  def payload(schema: Schema, message: Array[Byte]): Array[Byte] =
    val out = Out()
    out.writeUnsignedInt(1)
    out.writeUnsignedInt(0)
    out.writeUnsignedInt(schema.canonical.length)
    out.writeBytes(schema.canonical, 0, schema.canonical.length)
    out.writeUnsignedInt(1)
    out.writeBytes(message, 0, message.length)
    out.toArray

  private def evolved(input: Array[Byte]): Int =
    val (canonical, message) = Splits.split(input)
    Schema
      .fromCanonical(canonical)
      .foreach: schema =>
        val one = payload(schema, message)
        container(Array.fill(3)(block(ContainerFormat.Plain, one)).flatten)
    // All types read it.
    3 * input.length

  private def inspected(input: Array[Byte]): Int =
    val (canonical, message) = Splits.split(input)
    val inspect              = Inspect(limits = Guard.Strict)
    Schema
      .fromCanonical(canonical)
      .foreach: schema =>
        val framing = Framing.Bare(schema, MessageOptions.withDictionary)
        inspect.dump(message, framing).text: Unit
        inspect.profile(List(message), framing).text: Unit
    input.length

  def block(kind: Int, bytes: Array[Byte]): Array[Byte] =
    val out = Out()
    out.writeUnsignedInt(bytes.length)
    out.writeByte(kind.toByte)
    val crc = Checksum.crc32c(bytes, 0, bytes.length)
    (0 until 4).foreach(i => out.writeByte((crc >>> (8 * i)).toByte))
    out.writeBytes(bytes, 0, bytes.length)
    out.toArray

  private def deflated(content: Array[Byte]): Array[Byte] =
    val out = Out()
    out.writeUnsignedInt(content.length)
    val compressed = Deflate.compress(content, content.length + 64).nn
    out.writeBytes(compressed, 0, compressed.length)
    out.toArray
