package brine.codec.fuzz

import brine.codec.internal.bytes.{Checksum, Deflate}
import brine.codec.internal.framing.ContainerFormat
import brine.codec.testkit.RichModel
import brine.codec.{Codec, Compression, ContainerReader, ContainerWriter, DecodeError, In, MessageOptions, Out}

/** Containers with hostile blocks that have a valid checksum and, where needed, valid compression; random damage would
  * not produce these.
  *
  * The first byte of an input says whether it is a raw container or a list of blocks. In a list, each block is a byte
  * that selects its compression, its length in two bytes, and its payload.
  */
object ContainerTarget extends FuzzTarget:
  val name  = "container"
  val about = "containers of several types and versions, plain and deflated"

  private val Raw = 1

  private given oldPoint: Codec[Versions.Old.Point] = Codec.derived
  private given newPoint: Codec[Versions.New.Point] = Codec.derived

  private val point  = Codec[Versions.Old.Point].fingerprint
  private val nested = Codec[(Int, List[Int], Boolean)].fingerprint
  private val int    = Codec[Int].fingerprint

  def seeds: Seq[Array[Byte]] =
    val written = for compression <- List(Compression.Plain, Compression.Deflate) yield
      val container = ContainerWriter(400, compression = compression)
      RichModel.events.foreach(container.add(_))
      Models.old.foreach { model =>
        container.add(model)
        model.kinds.foreach(container.add(_))
      }
      Models.newKinds.foreach(container.add(_))
      container.add("text")
      // Messages in columns, packed, and in columns with others within.
      container.endBlock()
      (0 until 120).foreach(i => container.add(Versions.Old.Point(i * 3, i.toShort, Option.when(i % 3 == 0)(i.toByte))))
      container.endBlock()
      (0 until 40).foreach(i => container.add(i * i))
      container.endBlock()
      (0 until 100).foreach(i => container.add((i, List.fill(i % 5)(i), i % 2 == 0)))
      container.toArray
    val plain = blocks(written.head)
    written.map(Raw.toByte +: _) ++
      (0 to 3).map(how => 0.toByte +: plain.flatMap(payload => how.toByte +: Splits.join(payload, Array())).toArray) ++
      plain.map(payload => Array[Byte](0, 1) ++ Splits.join(payload, Array()))

  private def blocks(container: Array[Byte]): List[Array[Byte]] =
    val in = In(container)
    in.take(ContainerFormat.Start.length): Unit
    Iterator
      .continually(in)
      .takeWhile(_.remaining > 0)
      .map { in =>
        val payload = new Array[Byte](in.readUnsignedInt())
        in.take(5): Unit
        in.readBytes(payload, 0, payload.length)
        payload
      }
      .toList

  def run(input: Array[Byte]): Unit = if input.nonEmpty then
    if input(0) == Raw then read(input.drop(1), input.length, 1 + input.length / 8)
    else
      val out      = Out()
      var rest     = input.drop(1)
      var expanded = 0L
      var count    = 0
      out.writeBytes(ContainerFormat.Start, 0, ContainerFormat.Start.length)
      while rest.nonEmpty && count < 8 do
        val (payload, after) = Splits.split(rest.drop(1))
        expanded += append(out, rest(0) & 3, payload)
        rest = after
        count += 1
      val container = out.toArray
      read(container, expanded + container.length, count)

  /** Appends a block and returns its expanded size. */
  private def append(out: Out, how: Int, payload: Array[Byte]): Long = how match
    case 0 => block(out, ContainerFormat.Plain, payload); payload.length
    case 1 =>
      // Repeat the payload 16 times, so that it compresses well.
      val content = if payload.length < 64 then payload else Array.fill(16)(payload).flatten
      block(out, ContainerFormat.Deflated, deflated(content, content.length)); content.length
    case 2 => block(out, ContainerFormat.Deflated, payload); payload.length * 1032L
    case _ =>
      val claimed = if payload.isEmpty then 1 else payload.length + payload(0)
      block(out, ContainerFormat.Deflated, deflated(payload, claimed)); payload.length

  private def deflated(content: Array[Byte], size: Int): Array[Byte] =
    val out = Out()
    out.writeUnsignedInt(size)
    val compressed = Deflate.compress(content, content.length + 64).nn
    out.writeBytes(compressed, 0, compressed.length)
    out.toArray

  private def block(out: Out, kind: Int, bytes: Array[Byte]): Unit =
    out.writeUnsignedInt(bytes.length)
    out.writeByte(kind.toByte)
    val crc = Checksum.crc32c(bytes, 0, bytes.length)
    (0 until 4).foreach(i => out.writeByte((crc >>> (8 * i)).toByte))
    out.writeBytes(bytes, 0, bytes.length)

  private def read(container: Array[Byte], size: Long, blocks: Int): Unit =
    val base = Guard.Base * (1 + blocks)
    for first <- 0 until 2 do
      Guard.decoded("a container", size, base):
        val reader = ContainerReader(container)
        var number = first
        while reader.hasNext do
          message(reader, number)
          number += 1
        Right(())
      : Unit

  private def message(reader: ContainerReader, number: Int): Unit =
    val result: Either[DecodeError, Any] = reader.nextSchema.map(_.fingerprint) match
      case Left(_)                                                                     => reader.next[String]()
      case Right(found) if found == Codec[RichModel.Event].fingerprint && number > 0   => next[RichModel.Event](reader)
      case Right(found) if found == Codec[Versions.Old.Kind].fingerprint && number > 0 =>
        next[Versions.Old.Kind](reader)
      case Right(found) if found == point =>
        if number % 7 < 5 then next[Versions.Old.Point](reader) else next[Versions.New.Point](reader)
      case Right(found) if found == nested => next[(Int, Vector[Int], Boolean)](reader)
      case Right(found) if found == int    => if number % 5 == 0 then next[Long](reader) else next[Int](reader)
      case Right(_)                        =>
        number % 4 match
          case 0 => next[Versions.New.Model](reader)
          case 1 => next[Versions.New.Kind](reader)
          case 2 => next[RichModel.Event](reader)
          case _ => next[Versions.Old.Model](reader)
    result: Unit

  private def next[A](reader: ContainerReader)(using codec: Codec[A]): Either[DecodeError, A] =
    val result = reader.next[A]()
    result.foreach(value => Codec.encodeBare(value, MessageOptions.withDictionary): Unit)
    result
