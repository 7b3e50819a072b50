package brine.codec

import brine.codec.internal.bytes.{Checksum, Memory}
import brine.codec.internal.framing.{ContainerFormat, Envelope, SequenceMessages, WrittenSchema}
import brine.codec.internal.schema.SchemaLayout

import scala.collection.mutable
import scala.util.control.NonFatal

/** Reads the messages of a container, one after the other.
  *
  * {{{
  * val container = ContainerReader(bytes)
  * while container.hasNext do
  *   container.next[Event]() match
  *     case Right(event) => handle(event)
  *     case Left(error)  => report(error) // the rest of the block is skipped
  * }}}
  *
  * The checksum of a block is verified before any of its messages is read. Errors give offsets from the start of the
  * container. Messages in columns are decoded in chunks of 1,024: an error in a chunk comes before its first message.
  * Not safe for use by several threads at once.
  */
final class ContainerReader private (bytes: Array[Byte], limits: Limits, compressions: Map[Int, Compression]):
  private val outer = In(bytes, 0, bytes.length, limits)
  private val inner = In(bytes, 0, 0, limits)
  // The schemas of the block's messages, each with the number of consecutive messages that are left of it.
  private val runs = mutable.Queue.empty[ContainerReader.Run]
  // The messages of the block, if they are one sequence.
  private val sequence = SequenceMessages(inner, limits, restart)
  // Whether messages of several types may refer to each other: then a plan must read all of them.
  private var isMixed = false
  private var payload = bytes
  private var from    = 0
  // What blocks may still take in addition to what their bytes allow; small blocks must not multiply it.
  private val mostStorage                  = ContainerFormat.SpareBlocks * limits.allocationBase
  private val mostWork                     = ContainerFormat.SpareBlocks * limits.workBase
  private var spareStorage                 = mostStorage
  private var spareWork                    = mostWork
  private var stored                       = 0
  private var refused: Option[DecodeError] = checked(orEnd(ContainerFormat.readStart(outer)))

  private def checked(read: => Unit): Option[DecodeError] =
    try
      read
      None
    catch case error: DecodeError => Some(error)

  /** Whether there is something left to read: a message or an error. */
  def hasNext: Boolean = refused.nonEmpty || runs.nonEmpty || outer.remaining > 0

  /** The schema that the next message was written with.
    *
    * @throws NoSuchElementException
    *   if [[hasNext]] is false
    */
  def nextSchema: Either[DecodeError, Schema] =
    prepare()
    refused.toLeft(runs.head.written.schema)

  /** Reads the next message, of a type you know or have learned from [[nextSchema]]. A message of another type is an
    * error, even if its fields would fit.
    *
    * After an error the rest of the block is skipped, because messages refer to earlier ones; the next call reads the
    * first message of the next block. If the size of a block could not be read, the container ends there. The rest is
    * skipped, too, if a codec throws what is no error of the message: an interrupt, or a lack of memory.
    *
    * Messages in columns are read fastest if all calls have the same type. When another one asks, the rest of the block
    * is first written as messages one by one.
    *
    * @throws NoSuchElementException
    *   if [[hasNext]] is false
    */
  def next[A]()(using codec: Codec[A], schemas: Schemas): Either[DecodeError, A] =
    prepare()
    val result = refused match
      case Some(error) => Left(error)
      case None        => read(codec, schemas)
    if result.isLeft then skipBlock()
    result

  private def read[A](codec: Codec[A], schemas: Schemas): Either[DecodeError, A] =
    val run = runs.head
    try
      val reader = run.written.readerFor(codec, schemas, inner, isMixed)
      val value  = if sequence.isOpen then sequence.read(reader) else readAlone(reader)
      run.left -= 1
      if run.left == 0 then
        runs.dequeue(): Unit
        if runs.isEmpty then
          sequence.end()
          inner.expectEnd()
      Right(value)
    catch
      case error: DecodeError        => Left(inContainer(error))
      case NonFatal(error)           => Left(inContainer(inner.refused(error)))
      case error: StackOverflowError => Left(inContainer(inner.refused(error)))
      case other: Throwable          =>
        // The position may be within the message.
        skipBlock()
        throw other

  private def readAlone[A](reader: Codec[A]): A =
    val at    = inner.position
    val value = reader.read(inner)
    if inner.position == at then
      inner.countEmpty(at, 1)
      inner.charge(ContainerFormat.EmptyMessage)
    value

  // An error within a compressed block has no offset of its own in the container.
  private def inContainer(error: DecodeError): DecodeError =
    if payload eq bytes then error.at(from + error.offset) else error.at(from)

  /** Skips the rest of the current block. */
  def skipBlock(): Unit =
    sequence.end()
    runs.clear()
    refused = None

  private def prepare(): Unit =
    if !hasNext then throw new NoSuchElementException("the container has no more messages")
    if refused.isEmpty && runs.isEmpty then refused = checked(openBlock())

  private def openBlock(): Unit =
    val length   = orEnd(outer.readUnsignedInt())
    val kindAt   = outer.offset
    val kind     = orEnd(outer.readByte())
    val expected = Memory.getInt(bytes, orEnd(outer.take(4)))
    from = orEnd(outer.take(length))
    val compression = compressions.getOrElse(kind & 0xff, outer.failAt(kindAt, ContainerFormat.unknown(kind & 0xff)))
    if Checksum.crc32c(bytes, from, length) != expected then
      outer.failAt(from, s"a block of $length bytes that does not agree with its checksum: it was damaged")
    payload = bytes
    settle()
    inner.reset(bytes, from, length)
    if kind != ContainerFormat.Plain then expand(compression, length)
    stored = length
    limitBlock()
    try readRuns()
    catch
      case error: DecodeError =>
        sequence.end()
        runs.clear()
        throw inContainer(error)
    inner.useDictionary()

  // Takes off what the last block took beyond its bytes, and adds a share for them.
  private def settle(): Unit = if stored > 0 then
    spareStorage = math.min(mostStorage, spareStorage - inner.storageOverdraft + ContainerFormat.SpareStorage * stored)
    spareWork = math.min(mostWork, spareWork - inner.workOverdraft + ContainerFormat.SpareWork * stored)
    stored = 0

  private def limitBlock(): Unit =
    inner.isBlock(stored, math.min(spareStorage, limits.allocationBase), math.min(spareWork, limits.workBase))

  // Continues the block in other bytes. What it took beyond its bytes so far counts, and what is read again.
  private def restart(bytes: Array[Byte], at: Int, length: Int, again: Int): Unit =
    spareStorage = math.max(0L, spareStorage - inner.storageOverdraft)
    spareWork = math.max(0L, spareWork - inner.workOverdraft - ContainerReader.Again * again)
    if again > 0 && spareWork == 0 then
      inner.fail("codecs that take turns read the messages of a block too often from its start (Limits.workBase)")
    payload = bytes
    inner.reset(bytes, at, length)
    limitBlock()
    inner.useDictionary()

  private def expand(compression: Compression, length: Int): Unit =
    val size =
      try inner.readUnsignedInt()
      catch case error: DecodeError => throw error.at(from)
    val most = ContainerFormat.mostExpanded(length, limits)
    if size < 0 || size > most then
      outer.failAt(
        from,
        s"a block of ${size & 0xffffffffL} bytes in $length; the most is $most (Limits.allocationFactor)"
      )
    val expanded =
      try compression.expand(bytes, inner.position, inner.remaining, size)
      catch case NonFatal(error) => Left(s"a block that ${compression.name} cannot read: $error")
    payload = expanded.fold(outer.failAt(from, _), identity)
    if payload.length != size then outer.failAt(from, s"a compressed block of ${payload.length} bytes, not $size")
    inner.reset(payload, 0, size)

  private def readRuns(): Unit =
    val start   = inner.position
    val schemas = mutable.ArrayBuffer.empty[WrittenSchema]
    var left    = inner.readUnsignedInt()
    var room    = ContainerFormat.MostMessages
    if left == 0 then readSequence(start)
    while left != 0 do
      val schema = readSchema(schemas)
      val at     = inner.position
      val count  = inner.readUnsignedInt()
      if count <= 0 || count > room then
        inner.failAt(at, s"${count & 0xffffffffL} messages; a block has 1 to ${ContainerFormat.MostMessages}")
      room -= count
      runs += ContainerReader.Run(schema, count)
      left -= 1
    isMixed = schemas.sizeIs > 1 && schemas.exists(written => SchemaLayout(written.schema).hasReferences)

  private def readSequence(start: Int): Unit =
    val length  = inner.remaining + inner.position - start
    val written = readNewSchema()
    val count   = ContainerFormat.readSequenceSize(inner)
    runs += ContainerReader.Run(written, count)
    inner.useDictionary()
    sequence.begin(payload, start, length, stored, written.schema, count)

  private def readSchema(schemas: mutable.ArrayBuffer[WrittenSchema]): WrittenSchema =
    val at     = inner.position
    val number = inner.readUnsignedInt()
    if number < 0 || number > schemas.size then inner.failAt(at, s"messages of schema $number of ${schemas.size}")
    else if number > 0 then schemas(number - 1)
    else
      val written = readNewSchema()
      schemas += written
      written

  private def readNewSchema(): WrittenSchema =
    val length = inner.readUnsignedInt()
    val start  = inner.take(length)
    inner.chargeSchema(Envelope.SchemaStorage * length)
    Schema.fromCanonical(java.util.Arrays.copyOfRange(payload, start, start + length)) match
      case Right(schema) => WrittenSchema(schema)
      case Left(error)   => throw error.at(inner.offset - length + error.offset)

  // If the extent of a block is unknown, the blocks after it cannot be found.
  private def orEnd[B](read: => B): B =
    try read
    catch
      case error: DecodeError =>
        outer.take(outer.remaining): Unit
        throw error

object ContainerReader:
  // Steps for a message that is read again because another codec asks for the next one.
  private inline val Again = 64L

  /** Consecutive messages of one schema. A message that takes no bit costs no object but its own, so the number of
    * those left is not in a new object for each.
    */
  private final class Run(val written: WrittenSchema, var left: Int)

  /** Creates a reader of a whole container. If the start of the container is malformed, that is the first error.
    *
    * @param bytes
    *   the container
    * @param limits
    *   limits for each block
    * @param compressions
    *   compressions it can read besides [[Compression.Plain]] and [[Compression.Deflate]]
    * @throws IllegalArgumentException
    *   if two compressions have the same kind, or if a kind is out of range
    */
  def apply(
      bytes: Array[Byte],
      limits: Limits = Limits.defaults,
      compressions: Seq[Compression] = Nil
  ): ContainerReader =
    new ContainerReader(
      bytes,
      limits,
      if compressions.isEmpty then standard else byKind(standard.values ++ compressions)
    )

  private val standard = byKind(Seq(Compression.Plain, Compression.Deflate))

  private def byKind(compressions: Iterable[Compression]): Map[Int, Compression] =
    compressions.foreach(ContainerFormat.requireKind)
    compressions.groupMap(_.kind)(identity).map { (kind, same) =>
      require(same.size == 1, s"${same.map(_.name).mkString(" and ")} are both of kind $kind")
      kind -> same.head
    }
