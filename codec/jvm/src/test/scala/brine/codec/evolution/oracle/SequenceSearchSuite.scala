package brine.codec.evolution.oracle

import brine.codec.*
import brine.codec.evolution.Envelope
import brine.codec.inspect.{Framing, Inspect}
import brine.codec.internal.bytes.Deflate
import brine.codec.internal.columns.ColumnSequences
import brine.codec.internal.framing.{ContainerFormat, MessageSequence, SeparateMessages}
import brine.effort.Effort

import scala.util.Random

/** Containers of messages of one random type, with block ends at random places: their blocks are what a list of the
  * same messages says, and all messages come back. They come back to any codec, in any turn, as they come back from
  * bare bytes.
  */
final class SequenceSearchSuite extends munit.FunSuite:
  override val munitTimeout = scala.concurrent.duration.Duration.Inf

  private final class Sent(val ty: Ty, val messages: Vector[Any], val bytes: Array[Byte], val compressed: Array[Byte])

  private var blocks  = 0
  private var columns = 0
  private var evolved = 0

  private def randomSize(random: Random): Int = random.nextInt(8) match
    case 0 => random.nextInt(16)
    case 1 => 1000 + random.nextInt(1200)
    case 2 => 90 + random.nextInt(300)
    case _ => 16 + random.nextInt(60)

  private def sent(random: Random, ty: Ty): Sent =
    given codec: Codec[Any] = Codecs.of(ty)
    val values              = Values(random)
    // What is read back has the order of sets that a reader gives them.
    val messages = Vector.fill(randomSize(random)):
      Codec.decodeBare[Any](Codec.encodeBare(values.of(ty))).fold(throw _, identity)
    val blockSize = if random.nextInt(20) == 0 then 10 else Vector(400, 4096, 1 << 14, 1 << 16)(random.nextInt(4))
    val ends      = Vector(0.0, 0.001, 0.02, 0.3)(random.nextInt(4))
    val flushes   = messages.map(_ => if random.nextDouble() < ends then 1 + random.nextInt(2) else 0)
    def written(compression: Compression) =
      val container = ContainerWriter(blockSize, compression)
      messages
        .lazyZip(flushes)
        .foreach: (message, flush) =>
          container.add(message)
          if flush == 1 then container.endBlock()
          if flush == 2 then container.toArray: Unit
      container.toArray
    Sent(ty, messages, written(Compression.Plain), written(Compression.Deflate))

  private def list(codec: Codec[Any], messages: Vector[Any]): Array[Byte] =
    // A list of numbers is packed by their own codec only; a block, by the schema.
    val numbers = MessageSequence.numbers(codec.schema)
    val element = if numbers == null then codec else numbers.nn
    Codec.encodeBare(messages, MessageOptions.withDictionary)(using Codec.vectorCodec(using element))

  private def checkBlocks(sent: Sent, where: String): Unit =
    val codec = Codecs.of(sent.ty)
    val in    = In(sent.bytes)
    in.take(ContainerFormat.Start.length): Unit
    var done = 0
    while in.remaining > 0 do
      val payload = new Array[Byte](in.readUnsignedInt())
      in.take(5): Unit
      in.readBytes(payload, 0, payload.length)
      val block      = In(payload)
      val isSequence = block.readUnsignedInt() == 0
      if !isSequence then assertEquals(block.readUnsignedInt(), 0, where)
      block.take(block.readUnsignedInt()): Unit
      val head  = block.offset
      val count = if isSequence then block.readUnsignedInt() >>> 1 else block.readUnsignedInt()
      val some  = sent.messages.slice(done, done + count)
      val asOne = list(codec, some)
      if isSequence then
        columns += 1
        assert(SeparateMessages.arePossible(codec.schema), where)
        val rows = Out()
        rows.useDictionary()
        some.foreach(codec.write(rows, _))
        assert(
          payload.length < head + (if count < 128 then 2 else 3) + rows.size,
          s"$where: $count take fewer bytes alone"
        )
        assertEquals(payload.drop(head).toSeq, asOne.toSeq, where)
      else if (asOne(0) & 1) != 0 && SeparateMessages.arePossible(codec.schema) then
        assert(head + asOne.length >= payload.length, s"$where: a block of $count is one by one, a list is smaller")
      blocks += 1
      done += count
    assertEquals(done, sent.messages.size, where)

  private def read(bytes: Array[Byte], count: Int)(next: (ContainerReader, Int) => Either[DecodeError, Any]) =
    val reader = ContainerReader(bytes)
    val all    = Vector.tabulate(count)(next(reader, _))
    assert(!reader.hasNext)
    all

  private def checkSame(read: Vector[Either[DecodeError, Any]], of: Vector[Any], where: String): Unit =
    of.indices.foreach(i =>
      assert(read(i).exists(Values.agree(of(i), _)), s"$where, message $i: ${read(i)}, not ${of(i)}")
    )

  private def checkRead(sent: Sent, where: String): Unit =
    given codec: Codec[Any] = Codecs.of(sent.ty)
    val count               = sent.messages.size
    for (bytes, how) <- Seq(sent.bytes -> "plain", sent.compressed -> "deflated") do
      checkSame(read(bytes, count)((reader, _) => reader.next[Any]()), sent.messages, s"$where, $how")
    val others = Vector.fill(3)(another(sent.ty))
    checkSame(
      read(sent.bytes, count)((reader, i) => reader.next[Any]()(using others(i / 3 % 3))),
      sent.messages,
      s"$where, by several codecs"
    )
    val inspected = Inspect.default.values(sent.bytes, Framing.Container())
    val alone     = sent.messages.flatMap: message =>
      Inspect.default.values(Codec.encodeBare(message), Framing.Bare(codec.schema)).fold(throw _, identity)
    assertEquals(inspected.map(_.map(_.text)), Right(alone.map(_.text)), where)

  // Another object for the same type.
  private def another(ty: Ty): Codec[Any] =
    Codecs.clear()
    Codecs.of(ty)

  private def checkEvolved(sent: Sent, later: Ty, where: String): Unit =
    val codec     = Codecs.of(sent.ty)
    val newer     = Codecs.of(later)
    given Schemas = Envelope.history(codec, newer)
    val expected  = sent.messages.map: message =>
      Codec.decodeBare[Any](Codec.encodeBare(message)(using codec), codec.schema)(using newer)
    if expected.forall(_.isRight) then
      evolved += 1
      val values = expected.map(_.fold(throw _, identity))
      def check(how: String)(next: (ContainerReader, Int) => Either[DecodeError, Any]): Unit =
        checkSame(read(sent.bytes, values.size)(next), values, s"$where, $how, read as ${Ty.text(later)}")
      check("all")((reader, _) => reader.next[Any]()(using newer))
      val again = another(later)
      check("by two plans")((reader, i) => reader.next[Any]()(using if i / 40 % 2 == 0 then newer else again))
      // As both versions in turn.
      val mixed =
        read(sent.bytes, values.size)((reader, i) => reader.next[Any]()(using if i % 3 == 0 then codec else newer))
      val turn = values.indices.map(i => if i % 3 == 0 then sent.messages(i) else values(i)).toVector
      checkSame(mixed, turn, s"$where, in turn, read as ${Ty.text(later)}")

  // Most types have columns, which is what this suite is about.
  private def randomType(random: Random, types: Types): Ty =
    val all = Iterator.continually(types.root())
    if random.nextInt(5) == 0 then all.next()
    else all.take(20).find(ty => ColumnSequences.of(Codecs.of(ty)) != null).getOrElse(all.next())

  test("blocks of random messages have the bytes of lists, and their messages come back"):
    assert(Deflate.isAvailable)
    for number <- 0 until Effort.sequenceContainers do
      Codecs.clear()
      val random = Random(number)
      val types  = Types(random)
      val ty     = randomType(random, types)
      val sent   = this.sent(random, ty)
      val where  = s"$number: ${sent.messages.size} of ${Ty.text(ty)}"
      checkBlocks(sent, where)
      checkRead(sent, where)
      val edits = Edits(random, types)
      val later = Iterator.iterate(ty)(ty => edits(ty).fold(ty)(_._2)).drop(1 + random.nextInt(3)).next()
      if !SameForm.has(later) && !SameForm.has(ty) then
        checkEvolved(sent, later, where)
        // The other direction: what the later version writes, read by this one.
        val back  = this.sent(random, later)
        val there = s"$number: ${back.messages.size} of ${Ty.text(later)}"
        checkBlocks(back, there)
        checkEvolved(back, ty, there)
    println(s"$columns of $blocks blocks are sequences; $evolved containers are read as another version")
    assert(columns > Effort.sequenceContainers, s"$columns of $blocks blocks")
    assert(evolved > Effort.sequenceContainers / 2, s"$evolved containers")
