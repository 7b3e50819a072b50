package brine.journal.testkit.contract

import brine.codec.{Codec, EncodeError}
import brine.journal.*
import java.util.UUID

/** Callers that make mistakes, or mean harm: an error, nothing written, and the log works on. */
trait HostileContract extends ContractBase:
  this: munit.FunSuite =>

  /** Says that it has `length` elements, and has others. */
  private final class Lying(override val length: Int, elements: Vector[ContractEvent]) extends Seq[ContractEvent]:
    def apply(index: Int): ContractEvent  = elements(index)
    def iterator: Iterator[ContractEvent] = elements.iterator

  private def hostile(name: String)(body: EventLog => Unit)(using munit.Location): Unit =
    rule(s"hostile: $name"): log =>
      body(log)
      // Of any type, and not by the rules of reading, which are not meant here.
      val before = ok(log.readAll[Stored]().toVector).size
      assertEquals(appended(log.append("after", text("y"))).first, Offset(before + 1L))

  private val one: Vector[ContractEvent] = Vector(text("x"))

  /** All ways to append to a stream. */
  private def ways(log: EventLog, stream: String, events: Seq[ContractEvent], tags: Set[String])(using
      Codec[ContractEvent]
  ): Vector[() => Any] = Vector(
    () => log.append(stream, ExpectedVersion.Any, events, tags = tags),
    () => log.append(stream, ExpectedVersion.Any, events, key = Some(UUID.randomUUID), tags = tags),
    () => log.tryAppend(stream, ExpectedVersion.Any, events, tags = tags),
    () => log.appendAll(Vector(StreamAppend(stream, ExpectedVersion.Any, events, tags))),
    () =>
      log.appendAll(
        Vector(StreamAppend("other", ExpectedVersion.Any, one), StreamAppend(stream, ExpectedVersion.Any, events, tags))
      ),
    () =>
      log.appendEncoded(
        EncodedAppend(Vector(StreamAppend(stream, ExpectedVersion.Any, events, tags))),
        Completion(Level.Disk),
        0
      )
  )

  hostile("names that are empty, too long or no text"): log =>
    for name <- Seq("", "x" * 1025, "a\ud800", "\udc00b") do
      ways(log, name, one, Set.empty).foreach(way => intercept[IllegalArgumentException](way()))
      ways(log, "s", one, Set("t", name)).foreach(way => intercept[IllegalArgumentException](way()))
      intercept[IllegalArgumentException](log.append(name, text("x")))
      intercept[IllegalArgumentException](log.append(name, text("x"), Level.Disk, Completion(Level.Disk), 0))
    assertEquals(all(log), Vector.empty)

  hostile("no events, too many, and a stream that is named twice"): log =>
    ways(log, "s", Vector.empty, Set.empty).foreach(way => intercept[IllegalArgumentException](way()))
    val many = Vector.fill(EncodedAppend.MostEvents + 1)(text(""))
    ways(log, "s", many, Set.empty).foreach(way => intercept[IllegalArgumentException](way()))
    intercept[IllegalArgumentException](log.appendAll(Vector.empty))
    intercept[IllegalArgumentException](log.appendAll(Vector.fill(2)(StreamAppend("s", ExpectedVersion.Any, one))))
    assertEquals(all(log), Vector.empty)

  hostile("as many events as there may be"): log =>
    val many = Vector.fill(EncodedAppend.MostEvents)(text(""))
    assertEquals(appended(log.append("s", ExpectedVersion.NoStream, many)).version, many.size.toLong)
    assertEquals(all(log).size, many.size)

  hostile("a sequence with fewer or more events than it says"): log =>
    val (x, y, z) = (number(1), number(2), number(3))
    for lying <- List(Lying(3, Vector(x, y)), Lying(2, Vector(x, y, z)), Lying(4, Vector.empty)) do
      ways(log, "s", lying, Set.empty).foreach(way => intercept[IllegalArgumentException](way()))
    assertEquals(all(log), Vector.empty)
    assertEquals(log.version("s"), Right(0L))

  hostile("a sequence that throws, and one that appends to the log while it is read"): log =>
    val thrown   = IllegalStateException("of the caller")
    val throwing = new Seq[ContractEvent]:
      def apply(index: Int)                 = throw thrown
      def length                            = 2
      def iterator: Iterator[ContractEvent] = Iterator.tabulate(2)(i => if i == 1 then throw thrown else number(i))
    ways(log, "s", throwing, Set.empty).foreach(way => assertEquals(intercept[IllegalStateException](way()), thrown))
    assertEquals(all(log), Vector.empty)
    def inner(i: Int): Unit = appended(log.append("inner", number(i))): Unit
    val nested              = new Seq[ContractEvent]:
      def apply(index: Int)                 = number(index)
      def length                            = 2
      def iterator: Iterator[ContractEvent] = Iterator.tabulate(2): i =>
        inner(i)
        number(i)
    assertEquals(appended(log.append("outer", ExpectedVersion.Any, nested)).version, 2L)
    assertEquals(ok(log.read[ContractEvent]("outer").toVector).map(_.value), numbers(0 to 1))
    assertEquals(ok(log.version("inner")) >= 2, true)

  hostile("a codec that throws, values that hold null, and a codec that appends"): log =>
    val thrown = IllegalStateException("of the codec")
    val broken = Codec.of[String]("broken", 1)((_, _) => throw thrown)(_ => "")
    assertEquals(intercept[IllegalStateException](log.append("s", "x")(using broken)), thrown)
    intercept[IllegalStateException](log.append("s", ExpectedVersion.Any, Vector("x"))(using broken))
    intercept[IllegalStateException](log.append("s", "x", Level.Disk, Completion(Level.Disk), 0)(using broken))
    for hole <- Vector(text(null), ContractEvent.Pair("a", null)) do
      ways(log, "s", Vector(text("whole"), hole), Set.empty).foreach(way => intercept[EncodeError](way()))
      intercept[EncodeError](log.append("s", hole))
    assertEquals(all(log), Vector.empty)
    val strings = summon[Codec[String]]
    val nested  = Codec.of[String]("nested", 1)((out, value) =>
      appended(log.append("inner", text(value)))
      strings.write(out, value)
    )(strings.read(_))
    assert(done(log.append("outer", "v")(using nested)).isRight)
    assertEquals(log.version("outer"), Right(1L))

  hostile("nulls"): log =>
    val nothing = null.asInstanceOf[String]
    intercept[NullPointerException](log.append(nothing, text("x")))
    intercept[NullPointerException](log.append("s", ExpectedVersion.Any, null.asInstanceOf[Seq[ContractEvent]]))
    intercept[NullPointerException](log.append("s", null.asInstanceOf[ExpectedVersion], one))
    intercept[NullPointerException](log.tryAppend("s", null.asInstanceOf[ExpectedVersion], one))
    for key <- Vector(null.asInstanceOf[Option[UUID]], Some(null.asInstanceOf[UUID])) do
      intercept[NullPointerException](log.append("s", ExpectedVersion.Any, one, key = key))
      intercept[NullPointerException](log.appendAll(Vector(StreamAppend("s", ExpectedVersion.Any, one)), key = key))
      intercept[NullPointerException](EncodedAppend(Vector(StreamAppend("s", ExpectedVersion.Any, one)), key = key))
    intercept[NullPointerException](log.append("s", ExpectedVersion.Any, one, level = null.asInstanceOf[Level]))
    intercept[NullPointerException](log.append("s", ExpectedVersion.Any, one, tags = Set(nothing)))
    intercept[NullPointerException](log.append("s", text("x"), Level.Disk, null.asInstanceOf[AppendListener], 0))
    intercept[NullPointerException](log.append("s", text("x"), null.asInstanceOf[Level], Completion(Level.Disk), 0))
    intercept[NullPointerException](
      log.appendEncoded(
        EncodedAppend(Vector(StreamAppend("s", ExpectedVersion.Any, one))),
        null.asInstanceOf[AppendListener],
        0
      )
    )
    intercept[NullPointerException](log.appendAll(Vector(null.asInstanceOf[StreamAppend[ContractEvent]])))
    assertEquals(all(log), Vector.empty)
    assertEquals(log.version("s"), Right(0L))

  hostile("negative offsets and versions"): log =>
    intercept[IllegalArgumentException](Offset(-1))
    intercept[IllegalArgumentException](ExpectedVersion(-1))
    appended(log.append("s", text("x")))
    val wrong = done(log.append("s", ExpectedVersion(Long.MaxValue), one))
    assertEquals(wrong, Left(AppendError.WrongVersion("s", Long.MaxValue, 1)))
    for most <- Seq(Long.MaxValue - 1, Long.MaxValue).map(Offset(_)) do
      assertEquals(ok(log.readAll[ContractEvent](most).toVector), Vector.empty)
      assertEquals(ok(log.readAllAfter[ContractEvent](most).toVector), Vector.empty)
      assertEquals(ok(log.readTaggedAfter[ContractEvent]("t", most).toVector), Vector.empty)
      assertEquals(ok(log.readQuery[ContractEvent](Query.all, most).toVector), Vector.empty)
      assertEquals(ok(log.readQueryAfter[ContractEvent](Query.none, most).toVector), Vector.empty)
      val subscription = log.subscribeAfter[ContractEvent](most)(record => throw AssertionError(s"$record"))
      subscription.close()
      ends(subscription)
      assertEquals(subscription.failure, None)
    assertEquals(ok(log.read[ContractEvent]("s", Long.MaxValue).toVector), Vector.empty)
    assertEquals(ok(log.read[ContractEvent]("s", Long.MinValue).toVector).size, 1)

  hostile("arrays of encoded events that are changed afterwards, and by a reader"): log =>
    appended(log.append("s", text("abc")))
    val stored = ok(log.readAll[Stored]().toVector).head.value
    val bytes  = stored.bytes.clone
    val copy   = EncodedEvents("copy", ExpectedVersion.Any, stored.schema, Seq(bytes))
    java.util.Arrays.fill(bytes, 0.toByte)
    val completion = Completion(Level.Disk)
    log.appendEncoded(EncodedAppend.of(Seq(copy)), completion, 0)
    appended(completion)
    java.util.Arrays.fill(stored.bytes, 0.toByte)
    assertEquals(all(log).map(_.value), Vector(text("abc"), text("abc")))

  hostile("an append that is larger than may be is refused with its size"): log =>
    var size  = 1 << 16
    var found = Option.empty[AppendError]
    while found.isEmpty && size <= (64 << 20) do
      done(log.append("s", text("x" * size))) match
        case Right(_)    => size *= 4
        case Left(error) => found = Some(error)
    found match
      case Some(AppendError.TooLarge(bytes, most)) => assert(bytes > most && bytes >= size, s"$bytes of at most $most")
      case other                                   => fail(s"$other")
    assert(
      all(log).forall(record => record.value match { case ContractEvent.Text(x) => x.length < size; case _ => true })
    )

  hostile("the longest and the shortest time to wait for a result"): log =>
    assertEquals(
      log.append("s", text("x")).await(java.time.Duration.ofSeconds(Long.MaxValue)).map(_.version),
      Right(1L)
    )
    val second = log.append("s", text("y"))
    try assertEquals(second.await(java.time.Duration.ofSeconds(Long.MinValue)).map(_.version), Right(2L))
    catch case _: java.util.concurrent.TimeoutException => ()
    assertEquals(appended(second).version, 2L)
