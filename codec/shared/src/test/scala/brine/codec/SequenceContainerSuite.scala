package brine.codec

import brine.codec.inspect.{Framing, Inspect}
import brine.codec.internal.bytes.{Checksum, Deflate}

/** Blocks whose messages are one sequence, as a list of them is packed or in columns. */
final class SequenceContainerSuite extends munit.FunSuite, ContainerChecks:
  import SequenceContainerSuite.*

  private def tick(i: Int) = Tick(i % 10, (10000 + i % 50) / 100.0, (10002 + i % 50) / 100.0, i % 7 != 0)
  private val ticks        = List.tabulate(1000)(tick)

  private def of[A: Codec](messages: Iterable[A], blockSize: Int = 1 << 16): Array[Byte] =
    containerOf(blockSize)(container => messages.foreach(container.add(_)))

  /** The payload of the first block. */
  private def payload(container: Array[Byte]): Array[Byte] =
    val in = In(container)
    in.take(5): Unit
    val bytes = new Array[Byte](in.readUnsignedInt())
    in.take(5): Unit
    in.readBytes(bytes, 0, bytes.length)
    bytes

  private def isSequence(container: Array[Byte]): Boolean = payload(container)(0) == 0

  private def listOf[A: Codec](messages: List[A]): Array[Byte] =
    Codec.encodeBare(messages, MessageOptions.withDictionary)

  test("a block of ticks is a list of them after their schema"):
    val schema = Codec[Tick].schema.canonical
    val bytes  = of(ticks)
    assertEquals(payload(bytes).toSeq, (Array[Byte](0, schema.length.toByte) ++ schema ++ listOf(ticks)).toSeq)
    assertEquals(readAll[Tick](bytes), ticks.map(Right(_)).toVector)

  test("it is there for 16 messages, and not for 15"):
    assert(!isSequence(of(ticks.take(15))))
    assert(isSequence(of(ticks.take(16))))
    assert(!isSequence(of(List.tabulate(255)(i => (i / 4.0, i / 8.0)))))
    assert(isSequence(of(List.tabulate(256)(i => (i / 4.0, i / 8.0)))))

  test("chunks of 1,024, and blocks of 65,536 messages"):
    for count <- Seq(1024, 1025, 2049, 66000) do
      val many = List.tabulate(count)(tick)
      assertEquals(readAll[Tick](of(many, 1 << 22)), many.map(Right(_)).toVector)

  test("numbers are packed, whichever codec wrote or reads them"):
    val numbers = Vector.tabulate(100)(i => 1000 + i / 3)
    val boxes   = numbers.map(java.lang.Integer.valueOf(_))
    assertEquals(hex(payload(of(numbers))), hex(payload(of(boxes))))
    assert(isSequence(of(numbers)) && of(numbers).length < 60)
    assertEquals(readAll[java.lang.Integer](of(numbers)), boxes.map(Right(_)))
    assertEquals(readAll[Int](of(boxes)), numbers.map(Right(_)))
    assertEquals(readAll[Boolean](of(numbers.map(_ % 2 == 0))), numbers.map(i => Right(i % 2 == 0)))
    // As another version of the type, in a number of another size.
    given Schemas = Schemas.none.add("number", Codec[Int].schema).add("number", Codec[Long].schema)
    val container = ContainerReader(of(numbers))
    assertEquals(numbers.map(_ => container.next[Long]()), numbers.map(i => Right(i.toLong)))

  test("classes of one number are one by one, as in lists"):
    for bytes <- Seq(of(List.tabulate(50)(Degrees(_))), of(List.tabulate(50)(i => Active(i % 2 == 0)))) do
      assert(!isSequence(bytes))
    assertEquals(listOf(List.tabulate(50)(Degrees(_))).head & 1, 0)

  test("a block is never larger for it"):
    // In a column, the equal text is 1,000 texts back, which takes a byte more than one text back.
    val all  = List.tabulate(1000)(i => Twice(i % 2 == 0, s"text $i", s"text $i"))
    val list = listOf(all)
    assertEquals(list.head & 1, 1)
    assert(!isSequence(of(all)) && of(all).length < list.length)
    assertEquals(readAll[Twice](of(all)), all.map(Right(_)).toVector)

  test("not for several types in a block, but for each block of one type"):
    val mixed = containerOf(): container =>
      ticks.foreach(container.add(_))
      container.add("end")
    assert(!isSequence(mixed))
    val apart = containerOf(): container =>
      ticks.foreach(container.add(_))
      container.endBlock()
      container.add("end")
    assert(isSequence(apart) && apart.length * 4 < mixed.length)
    val container = ContainerReader(apart)
    assertEquals(ticks.map(_ => container.next[Tick]()), ticks.map(Right(_)))
    assertEquals(container.next[String](), Right("end"))
    assert(!container.hasNext)

  test("two types of the same bytes stay two types"):
    val bytes = containerOf(): container =>
      for i <- 0 until 20 do container.add(Point(i, 1))
      for i <- 0 until 20 do container.add(Spot(i, 1))
    val container = ContainerReader(bytes)
    for i <- 0 until 20 do assertEquals(container.next[Point](), Right(Point(i, 1)))
    for i <- 0 until 20 do assertEquals(container.next[Spot](), Right(Spot(i, 1)))

  test("what was added does not change with the object"):
    val buffer = Array.fill(4)(0)
    val bytes  = containerOf(): container =>
      for i <- 0 until 200 do
        java.util.Arrays.fill(buffer, i)
        container.add(Series(i, buffer))
    assert(isSequence(bytes))
    assertEquals(
      readAll[Series](bytes).map(_.map(series => series.values.toList)),
      Vector.tabulate(200)(i => Right(List.fill(4)(i)))
    )

  test("what a codec would not give back as it was stays one by one"):
    // Rounds when it reads.
    val rounded = Codec[Int].imap(_ / 10 * 10)(identity)
    val uneven  = List.tabulate(40)(i => Shown(i, i % 2 == 0))
    val codec   = Shown.codec(using rounded)
    val bytes   = of(uneven)(using codec)
    assert(!isSequence(bytes))
    assertEquals(
      readAll[Shown](bytes)(using Shown.codec(using Codec[Int].imap(identity)(identity))),
      uneven.map(Right(_)).toVector
    )
    assert(isSequence(of(uneven.map(shown => shown.copy(number = shown.number / 10 * 10)))(using codec)))
    // A codec by hand is never in columns.
    assert(!isSequence(of(List.tabulate(40)(i => Note(i, true)))))

  test("a message that cannot be written leaves the others"):
    val all       = List.tabulate(20)(i => Twice(i % 2 == 0, s"text $i", "again"))
    val container = ContainerWriter()
    all.foreach(container.add(_))
    intercept[EncodeError](container.add(Twice(true, "text 20", null.asInstanceOf[String])))
    all.foreach(container.add(_))
    val bytes = container.toArray
    assert(isSequence(bytes))
    assertEquals(readAll[Twice](bytes), (all ++ all).map(Right(_)).toVector)

  test("codecs may change from message to message"):
    val pairs     = List.tabulate(3000)(i => (i, s"text ${i % 9}"))
    val container = ContainerReader(of(pairs))
    assert(isSequence(of(pairs)))
    // The codec of a tuple is another object each time.
    assertEquals(pairs.map(_ => container.next[(Int, String)]()), pairs.map(Right(_)))
    val lists   = List.tabulate(300)(i => (i, List.fill(i % 3)(i), true))
    val several = ContainerReader(of(lists))
    assert(isSequence(of(lists)))
    lists.zipWithIndex.foreach: (of, i) =>
      if i % 2 == 0 then assertEquals(several.next[(Int, List[Int], Boolean)](), Right(of))
      else assertEquals(several.next[(Int, Vector[Int], Boolean)](), Right((of._1, of._2.toVector, of._3)))
    assert(!several.hasNext)

  test("other versions of the type, in turn with its own"):
    given Schemas                   = Schemas.none.add("tick", Codec[Tick].schema).add("tick", Codec[Next.Tick].schema)
    def next(tick: Tick): Next.Tick = Next.Tick(None, tick.ask, tick.symbol.toLong, tick.bid)
    val all                         = of(ticks)
    val container                   = ContainerReader(all)
    assertEquals(ticks.map(_ => container.next[Next.Tick]()), ticks.map(tick => Right(next(tick))))
    val turns = ContainerReader(all)
    ticks.zipWithIndex.foreach: (tick, i) =>
      if i % 5 != 3 then assertEquals(turns.next[Next.Tick](), Right(next(tick)))
      else assertEquals(turns.next[Tick](), Right(tick))
    assert(!turns.hasNext)
    // Two plans, which cannot write what they read.
    val plans = ContainerReader(all)
    ticks
      .take(60)
      .zipWithIndex
      .foreach: (tick, i) =>
        if i % 20 < 10 then assertEquals(plans.next[Next.Tick](), Right(next(tick)))
        else assertEquals(plans.next[Later.Tick](), Right(Later.Tick(tick.ask)))

  test("a codec made anew at each call, for messages of another version"):
    given Schemas = Schemas.none.add("tick", Codec[Tick].schema).add("tick", Codec[Next.Tick].schema)
    val many      = List.tabulate(3000)(i => (tick(i), i))
    val bytes     = of(many, 1 << 20)
    val container = ContainerReader(bytes)
    assert(isSequence(bytes))
    many.foreach: (tick, i) =>
      val read = container.next[(Later.Tick, Long)]()
      assertEquals(read, Right((Later.Tick(tick.ask), i.toLong)))
    assert(!container.hasNext)

  test("codecs in turn do not read a block again and again"):
    given Schemas = Schemas.none.add("tick", Codec[Tick].schema).add("tick", Codec[Next.Tick].schema)
    val many      = List.tabulate(40000)(tick)
    // Each turn would read all that was read before: 800 million messages, which no limit would allow.
    val container = ContainerReader(of(many, 1 << 20))
    many.zipWithIndex.foreach: (tick, i) =>
      if i % 2 == 0 then assertEquals(container.next[Later.Tick](), Right(Later.Tick(tick.ask)))
      else assertEquals(container.next[Next.Tick]().map(_.ask), Right(tick.ask))

  private given Codec[Note] = Codec.of[Note]("note", 2) { (out, note) =>
    out.writeInt(note.number)
    out.writeBoolean(note.isRead)
  }(in => Note(in.readInt(), in.readBoolean()))

  private type Notes = (Int, Boolean, Map[Int, Note])

  /** The numbers of messages as which two other versions of the type read them, `turn` messages each. */
  private def inTurn(bytes: Array[Byte], turn: Int, limits: Limits = Limits.defaults)(
      one: => Codec[(Int, Boolean, Map[Long, Note])],
      other: => Codec[(Long, Boolean, Map[Int, Note])]
  ): Vector[Either[DecodeError, Int]] =
    val container = ContainerReader(bytes, limits)
    val all       = Vector.newBuilder[Either[DecodeError, Int]]
    var i         = 0
    while container.hasNext do
      all += (
        if i / turn % 2 == 0 then container.next()(using one).map(_._1)
        else container.next()(using other).map(_._1.toInt)
      )
      i += 1
    all.result()

  test("what a codec by hand writes within a map stays one by one, for any turns of codecs"):
    val many: List[Notes] = List.tabulate(4000)(i => (i, i % 3 == 0, Map(i -> Note(i, true))))
    val bytes             = of(many, 1 << 20)
    assert(!isSequence(bytes) && (listOf(many).head & 1) == 1)
    // Codecs of collections are other objects at each use.
    assertEquals(inTurn(bytes, 1)(summon, summon), many.toVector.map(message => Right(message._1)))
    assertEquals(readAll[Notes](bytes), many.map(Right(_)).toVector)

  test("sequences of other writers with what a codec by hand writes are read, and turns of codecs within a limit"):
    val many: List[Notes] = List.tabulate(4000)(i => (i, i % 3 == 0, Map(i -> Note(i, true))))
    val schema            = Codec[Notes].schema.canonical
    val bytes             = block(Array[Byte](0, schema.length.toByte) ++ schema ++ listOf(many))
    assertEquals(readAll[Notes](bytes), many.map(Right(_)).toVector)
    val one   = summon[Codec[(Int, Boolean, Map[Long, Note])]]
    val other = summon[Codec[(Long, Boolean, Map[Int, Note])]]
    assertEquals(inTurn(bytes, 1000)(one, other), many.toVector.map(message => Right(message._1)))
    val last = inTurn(bytes, 1, Limits(workBase = 1000))(one, other).last
    assert(last.swap.exists(_.problem.contains("Limits.workBase")), last)

  test("shared values stay one by one, so that those of all messages are one object"):
    val item = Shared(Point(1, 2))
    val many = List.tabulate(200)(i => Kept(i, Map(1 -> item)))
    assertEquals(listOf(many).head & 1, 1)
    val bytes = of(many)
    assert(!isSequence(bytes))
    val read = readAll[Kept](bytes).map(_.fold(throw _, identity))
    assert(read.forall(_.by(1).value eq read.head.by(1).value) && read.map(_.number) == many.map(_.number).toVector)
    assert(!isSequence(of(List.tabulate(200)(i => (i, Map(1 -> Place(s"street", 3)))))))

  test("a codec that converts what it reads changes nothing for another one"):
    val rounding = Shown.codec(using Codec[Int].imap(_ / 10 * 10)(identity))
    val exact    = Shown.codec(using Codec[Int].imap(identity)(identity))
    val all      = List.tabulate(40)(i => Shown(i, i % 2 == 0))
    val bytes    = of(all)(using exact)
    assert(isSequence(bytes))
    for first <- Seq(exact, rounding) do
      val container = ContainerReader(bytes)
      val read      = all.indices.map: i =>
        val codec = if i % 2 == 0 then first else if first eq exact then rounding else exact
        container.next[Shown]()(using codec).map(shown => (codec eq exact, shown))
      read
        .zip(all)
        .foreach: (one, shown) =>
          val Right((isExact, got)) = one: @unchecked
          assertEquals(got, if isExact then shown else shown.copy(number = shown.number / 10 * 10))

  test("what was added does not change with a converted object"):
    given Codec[StringBuilder] = Codec[String].imap(StringBuilder(_))(_.result())
    val text                   = StringBuilder("")
    val bytes                  = containerOf(): container =>
      for i <- 0 until 100 do
        text.clear()
        text.append(i % 7)
        container.add((i, text))
    assertEquals(readAll[(Int, String)](bytes), Vector.tabulate(100)(i => Right((i, s"${i % 7}"))))

  test("a writer makes no sequences that a reader refuses"):
    // Messages without a bit: after some thousand of them in sequences, blocks stay one by one.
    for compression <- Seq(Compression.Plain) ++ Option.when(Deflate.isAvailable)(Compression.Deflate) do
      val container = ContainerWriter(1 << 20, compression)
      val counts    = List(4096, 1000, 8192, 4096, 8192)
      for count <- List.fill(20)(counts).flatten do
        for i <- 0 until count do container.add(Point(7, if count == 1000 then i / 900 else 7))
        container.endBlock()
      val bytes  = container.toArray
      val reader = ContainerReader(bytes)
      var read   = 0
      while reader.hasNext do
        val next = reader.next[Point]()
        assert(next.isRight, s"$compression, message $read: $next")
        read += 1
      assertEquals(read, 20 * counts.sum)

  test("the rest of a block can be left out"):
    val container = ContainerReader(of(ticks, 4096))
    assertEquals(container.next[Tick](), Right(ticks.head))
    container.skipBlock()
    val rest = Iterator.continually(container).takeWhile(_.hasNext).map(_.next[Tick]()).toList
    assert(rest.sizeIs > 500 && rest == ticks.takeRight(rest.size).map(Right(_)), rest.size)

  test("a message of another type is refused, and the rest of its block with it"):
    val container = ContainerReader(of(ticks, 4096))
    assertEquals(container.next[Tick](), Right(ticks.head))
    val Left(error) = container.next[String](): @unchecked
    assert(error.problem.contains("it is of the type Tick, not String"), error.problem)
    assert(container.next[Tick]().isRight)

  test("a constructor that refuses a message leaves those before it"):
    given Schemas = Schemas.none.add("tick", Codec[Tick].schema).add("tick", Codec[Strict.Tick].schema)
    val container = ContainerReader(of(ticks))
    val read      = Iterator.continually(container).takeWhile(_.hasNext).map(_.next[Strict.Tick]()).toList
    assertEquals(read.size, 5)
    assertEquals(read.map(_.isRight), List(true, true, true, true, false))

  test("a dump names the messages of a column, and a profile their fields"):
    val bytes   = of(List.tabulate(40)(i => Line(i % 5, Option.when(i == 7)("text"), i / 10.0)))
    val entries = Inspect.default.dump(bytes, Framing.Container()).entries
    assertEquals(
      entries.map(_.path.text).distinct,
      Vector("", "#0..", "#0..39.kind", "#0..39.text", "#7.text", "#0..39.value")
    )
    val profile = Inspect.default.profile(List(bytes), Framing.Container())
    assertEquals(profile.messages, 40L)
    assertEquals(
      profile.rows.map(_.path).toSet,
      Set("", "Line", "Line.kind", "Line.text", "Line.value")
    )

  // --- hostile bytes ---------------------------------------------------------------------------

  private def block(payload: Array[Byte]): Array[Byte] =
    val out = Out()
    out.writeBytes(bytes("42 52 4e 53 01"), 0, 5)
    out.writeUnsignedInt(payload.length)
    out.writeByte(0)
    out.writeBits(Checksum.crc32c(payload, 0, payload.length), 4)
    out.writeBytes(payload, 0, payload.length)
    out.toArray

  private def sequence(schema: Schema, messages: String): Array[Byte] =
    val canonical = schema.canonical
    block(Array[Byte](0, canonical.length.toByte) ++ canonical ++ bytes(messages))

  private def refused[A: Codec](container: Array[Byte], at: Int, problem: String): Unit =
    val error = readAll[A](container).last.swap.getOrElse(fail("nothing is refused"))
    assert(error.problem.contains(problem), error.problem)
    assertEquals(error.offset, at)
    val Left(inspected) = Inspect.default.values(container, Framing.Container()): @unchecked
    assertEquals(inspected.offset, at, inspected.problem)

  test("what no writer writes is refused at its place"):
    val ints = 11 + 2 + 3
    refused[Int](block(bytes("00")), 12, "the message ends")
    refused[Int](block(bytes("00 03 01 00")), 13, "the message ends")
    refused[Int](block(bytes("00 03 01 00 20 11")), 15, "")
    refused[Int](sequence(Codec[Int].schema, ""), ints, "the message ends")
    refused[Int](sequence(Codec[Int].schema, "10 00 00 00 00 00 00 00 00"), ints, "neither packed nor in columns")
    refused[Int](sequence(Codec[Int].schema, "0f 80 02 02"), ints, "fewer than 8")
    refused[Int](sequence(Codec[Int].schema, "83 80 08 00 02"), ints, "a block has at most 65536")
    refused[Int](sequence(Codec[Int].schema, "11 80 02"), ints + 3, "the message ends")
    refused[Int](sequence(Codec[Int].schema, "11 80 02 02 00"), ints + 4, "follow the end")
    refused[String](sequence(Codec[String].schema, "21"), ints, "layout")
    val degrees = 11 + 2 + Codec[Degrees].schema.canonical.length
    refused[Degrees](sequence(Codec[Degrees].schema, "21 80 02 02"), degrees, "layout")
    // Neither by the codec nor by a plan for another version, to which a class of one field is no more than its field.
    val active = sequence(Codec[Active].schema, "21 ff ff")
    refused[Active](active, 11 + 2 + Codec[Active].schema.canonical.length, "layout")
    given Schemas   = Schemas.none.add("active", Codec[Active].schema).add("active", Codec[Next.Active].schema)
    val Left(later) = ContainerReader(active).next[Next.Active](): @unchecked
    assert(later.problem.contains("layout"), later.problem)
    val point = 11 + 2 + Codec[Point].schema.canonical.length
    refused[Point](sequence(Codec[Point].schema, "1f 80 00 02 00 0a"), point, "15 elements")
    refused[Point](sequence(Codec[Point].schema, "21 80 00 02 21 00"), point + 4, "33 bits")
    refused[Point](sequence(Codec[Point].schema, "21 80 00 02 00 0a 00"), point + 6, "follow the end")

  test("a truncated sequence gives an error, and no message of its last chunk"):
    val whole = payload(of(List.tabulate(1100)(tick)))
    for length <- 0 until whole.length by 7 do
      val read = readAll[Tick](block(whole.take(length)))
      assert(read.last.isLeft, s"$length bytes")
      assert(Set(1, 1025).contains(read.size), s"$length bytes: ${read.size} results")

  test("changed bytes with a valid checksum are values or an error, and the inspection agrees"):
    val texts = of(List.tabulate(300)(i => Line(i % 5, Option.when(i % 2 == 0)(s"text ${i % 7}"), i / 10.0)))
    val whole = payload(texts)
    assert(isSequence(texts))
    for
      at    <- whole.indices
      with_ <- Seq(1, 0x10, 0x80)
    do
      val changed = whole.clone()
      changed(at) = (changed(at) ^ with_).toByte
      val container = block(changed)
      val read      = readAll[Line](container)
      val inspected = Inspect.default.values(container, Framing.Container())
      // The schema may have become that of another type, which this one refuses.
      (read.find(_.isLeft), inspected) match
        case (None, Right(all))            => assertEquals(all.size, read.size)
        case (Some(Left(a)), Left(b))      => if at > 80 then assertEquals(a.offset, b.offset, s"byte $at")
        case (Some(Left(error)), Right(_)) => assert(at < 80, s"byte $at: $error")
        case (other, _)                    => fail(s"byte $at: $other, $inspected")

  test("a block that exceeds a limit only as a sequence stays one by one"):
    // 200 equal numbers take no bit in columns, and then there is no room for 8,000 units.
    val all   = List.fill(200)(Units(7, true, Map(1 -> List.fill(40)(()))))
    val bytes = of(all)
    assert(!isSequence(bytes))
    assertEquals(readAll[Units](bytes), all.map(Right(_)).toVector)
    assert(isSequence(of(all.take(190))))

object SequenceContainerSuite:
  final case class Tick(symbol: Int, bid: Double, ask: Double, live: Boolean) derives Codec
  final case class Point(x: Int, y: Int) derives Codec
  final case class Spot(x: Int, y: Int) derives Codec
  final case class Degrees(value: Double) derives Codec
  final case class Active(value: Boolean) derives Codec
  final case class Twice(isEven: Boolean, text: String, again: String) derives Codec
  final case class Series(id: Int, values: Array[Int]) derives Codec
  final case class Note(number: Int, isRead: Boolean)
  final case class Line(kind: Int, text: Option[String], value: Double) derives Codec
  final case class Units(number: Int, isOpen: Boolean, by: Map[Int, List[Unit]]) derives Codec

  final case class Kept(number: Int, by: Map[Int, Shared[Point]]) derives Codec
  @dict final case class Place(street: String, number: Int) derives Codec

  final case class Shown(number: Int, isRead: Boolean)
  object Shown:
    def codec(using Codec[Int]): Codec[Shown] = Codec.derived

  object Next:
    final case class Tick(note: Option[String], ask: Double, symbol: Long, bid: Double) derives Codec
    final case class Active(value: Boolean, note: Option[String]) derives Codec
  object Later:
    final case class Tick(ask: Double) derives Codec
  object Strict:
    final case class Tick(symbol: Int, bid: Double) derives Codec:
      require(symbol < 4, "no such symbol")
