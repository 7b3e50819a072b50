package brine.codec.inspect.internal

import brine.codec.Schema.Type
import brine.codec.inspect.{Part, Path, Value}
import brine.codec.internal.bytes.{Checksum, Memory}
import brine.codec.internal.framing.{ContainerFormat, Envelope, MessageSequence}
import brine.codec.{Codec, Compression, DecodeError, In, Limits, Schema}

import scala.collection.mutable
import scala.util.control.NonFatal

/** Reads a container: its start, and the frames, schemas and messages of its blocks; section 12 of the format.
  *
  * An error ends its block; the walk continues with the next block if that can be found.
  */
private[inspect] final class ContainerWalk(
    bytes: Array[Byte],
    sink: Sink,
    codecs: Map[String, Codec[?]],
    limits: Limits,
    compressions: Map[Int, Compression],
    run: Run
):
  private val outer    = Walk(In(bytes, 0, bytes.length, limits), sink, codecs, run.budget, run.deepest)
  private val file     = outer.in
  private var messages = 0
  private var blocks   = 0

  def read(): Unit =
    run.guarded(outer):
      ContainerFormat.readStart(file)
      outer.entry(0, Path.Root, Part.Envelope)("BRNS and version 1: a container")
      while file.remaining > 0 do readBlock()
    outer.rest(file.end, Path.Root)("not read")

  private def readBlock(): Unit =
    blocks += 1
    val at     = file.position
    val length = file.readUnsignedInt()
    val kindAt = file.position
    val kind   = file.readByte() & 0xff
    val crc    = Memory.getInt(bytes, file.take(4))
    outer.entry(at, Path.Root, Part.Envelope):
      s"block $blocks: ${Bytes.count(length & 0xffffffffL, "byte")}, ${name(kind)}, " +
        s"CRC ${Bytes.hex(crc.toLong & 0xffffffffL).drop(8)}"
    val from = file.take(length)
    // From here on the next block can be found, even if this one is malformed.
    run.guarded(outer):
      val compression = compressions.getOrElse(kind, file.failAt(kindAt, ContainerFormat.unknown(kind)))
      if Checksum.crc32c(bytes, from, length) != crc then
        file.failAt(from, s"a block of $length bytes that does not agree with its checksum: it was damaged")
      if kind == ContainerFormat.Plain then
        outer.covered = from + length
        readPayload(bytes, from, length, 0, from, length)
      else
        val payload = expand(compression, from, length)
        outer.entry(from, Path.Root, Part.Compressed)(
          s"${Bytes.count(length, "byte")} by ${compression.name} for ${payload.length}, which follow as block $blocks"
        )
        run.expanded(blocks, payload)
        readPayload(payload, 0, payload.length, blocks, from, length)
    outer.rest(from + length, Path.Root)("not read")

  private def name(kind: Int): String = compressions.get(kind).fold(s"kind $kind")(_.name)

  private def expand(compression: Compression, from: Int, length: Int): Array[Byte] =
    val head = In(bytes, from, length, limits)
    val size =
      try head.readUnsignedInt()
      catch case error: DecodeError => throw error.at(from)
    val most = ContainerFormat.mostExpanded(length, limits)
    if size < 0 || size > most then
      file.failAt(
        from,
        s"a block of ${size & 0xffffffffL} bytes in $length; the most is $most (Limits.allocationFactor)"
      )
    val expanded =
      try compression.expand(bytes, head.position, head.remaining, size)
      catch case NonFatal(error) => Left(s"a block that ${compression.name} cannot read: $error")
    val payload = expanded.fold(file.failAt(from, _), identity)
    if payload.length != size then file.failAt(from, s"a compressed block of ${payload.length} bytes, not $size")
    payload

  private def readPayload(
      payload: Array[Byte],
      from: Int,
      length: Int,
      block: Int,
      blockAt: Int,
      stored: Int
  ): Unit =
    val walk = Walk(In(payload, from, length, limits), sink, codecs, run.budget, run.deepest)
    walk.in.isBlock(stored, limits.allocationBase, limits.workBase)
    walk.block = block
    walk.covered = from
    run.guarded(walk, error => if block == 0 then error.at(blockAt + error.offset) else error.at(blockAt)):
      val at    = walk.in.position
      val count = walk.in.readUnsignedInt()
      if count == 0 then
        walk.entry(at, Path.Root, Part.Envelope)("one sequence")
        val types = readNewSchema(walk, 1, walk.in.position)
        walk.in.useDictionary()
        readSequence(walk, types)
      else
        walk.entry(at, Path.Root, Part.Envelope)(Bytes.count(count & 0xffffffffL, "run"))
        val runs = readRuns(walk, count)
        walk.in.useDictionary()
        runs.foreach((types, count) => readMessages(walk, types, count))
      if !walk.isEnded then walk.in.expectEnd()
    walk.rest(from + length, Path.Root)("not read")

  private def readMessages(walk: Walk, types: Types, count: Int): Unit =
    val values = ValueWalk(walk, types)
    var left   = count
    while left > 0 && !walk.isEnded do
      val path = Path.Message(messages, types.rootName)
      walk.begin(path)
      val at    = walk.in.position
      val value = values.value(types.schema.root, path)
      if walk.in.position == at && !walk.isEnded then
        walk.in.countEmpty(at, 1)
        walk.in.charge(ContainerFormat.EmptyMessage)
      run.message(value)
      messages += 1
      left -= 1

  private def readSequence(walk: Walk, types: Types): Unit =
    val size = ContainerFormat.readSequenceSize(walk.in)
    val path = Path.Messages(messages, types.rootName)
    walk.begin(path)

    ValueWalk(walk, types).value(Type.Sequence(MessageSequence.element(types.schema)), path) match
      case Value.Sequence(all) => all.foreach(run.message)
      case other               => run.message(other)
    messages += size

  private def readRuns(walk: Walk, count: Int): Vector[(Types, Int)] =
    val in      = walk.in
    val schemas = mutable.ArrayBuffer.empty[Types]
    val runs    = Vector.newBuilder[(Types, Int)]
    var room    = ContainerFormat.MostMessages
    var left    = count
    while left != 0 do
      val types = readSchema(walk, schemas)
      val start = in.position
      val size  = in.readUnsignedInt()
      if size <= 0 || size > room then
        in.failAt(start, s"${size & 0xffffffffL} messages; a block has 1 to ${ContainerFormat.MostMessages}")
      walk.entry(start, Path.Root, Part.Envelope)(s"${Bytes.count(size, "message")} of it")
      room -= size
      runs += types -> size
      left -= 1
    runs.result()

  private def readSchema(walk: Walk, schemas: mutable.ArrayBuffer[Types]): Types =
    val in     = walk.in
    val at     = in.position
    val number = in.readUnsignedInt()
    if number < 0 || number > schemas.size then in.failAt(at, s"messages of schema $number of ${schemas.size}")
    else if number > 0 then
      walk.entry(at, Path.Root, Part.Envelope)(s"a run of schema $number, ${schemas(number - 1).rootName}")
      schemas(number - 1)
    else
      val types = readNewSchema(walk, schemas.size + 1, at)
      schemas += types
      types

  /** Reads a schema that is used for the first time; what begins with it starts at `at`. */
  private def readNewSchema(walk: Walk, number: Int, at: Int): Types =
    val in     = walk.in
    val length = in.readUnsignedInt()
    walk.entry(at, Path.Root, Part.Envelope)(s"a run of a schema of ${Bytes.count(length & 0xffffffffL, "byte")}")
    val start = in.take(length)
    in.chargeSchema(Envelope.SchemaStorage * length)
    Schema.fromCanonical(java.util.Arrays.copyOfRange(in.array, start, start + length)) match
      case Right(schema) =>
        val types = run.types(schema)
        run.brought(schema)
        walk.entry(start, Path.Root, Part.Schema)(
          s"schema $number, ${types.rootName}, fingerprint ${Bytes.hex(schema.fingerprint)}"
        )
        types
      case Left(error) => throw error.at(in.offset - length + error.offset)
