package brine.pekko.serialization

import brine.codec.testkit.Mutations
import brine.codec.{Codec, Schema, Schemas}
import brine.effort.Effort
import brine.pekko.Systems.Written
import brine.pekko.Versions.{V1, V2, V3, V4, V5}
import brine.pekko.{BrineSerialization, MessageType, Versions}
import java.io.NotSerializableException
import scala.util.{Failure, Random, Success, Try}

/** Messages of every version are read by every other one as plain decoding with the written schema says. */
class OtherVersionsSuite extends munit.FunSuite:
  override def munitTimeout = scala.concurrent.duration.Duration(30, "min")

  import OtherVersionsSuite.*

  private def open(version: Version[?], schemas: Schemas = Schemas.none): BrineSerializer =
    BrineSerialization(version.messageType).withSchemas(schemas).serializer

  private def write(serializer: BrineSerializer, value: AnyRef, describes: Boolean): Written =
    serializer.describes = describes
    Written(serializer.identifier, serializer.manifest(value), serializer.toBinary(value))

  private def read(serializer: BrineSerializer, written: Written): Try[AnyRef] =
    Try(serializer.fromBinary(written.bytes, written.manifest))

  private def agree(found: Try[AnyRef], expected: Either[?, ?], clue: => String)(using munit.Location): Unit =
    (found, expected) match
      case (Success(value), Right(other))                        => assertEquals(value, other, clue)
      case (Failure(_: NotSerializableException), scala.Left(_)) => ()
      case other                                                 => fail(s"$clue: $other")

  test("every version reads every other, by a lock file, by the message and by another node"):
    val random = Random(11)
    var read_  = 0
    for
      writer <- versions
      reader <- versions
    do
      val from     = open(writer)
      val byFile   = open(reader, Schemas.of(writer.schema))
      val learning = open(reader)
      val told     = open(reader)
      assert(told.known.learn(writer.schema))
      for _ <- 1 to Effort.versionedMessages do
        val value    = writer.value(random)
        val expected = reader.decode(Codec.encodeBare(value)(using writer.codec), writer.schema)
        val bare     = write(from, value, describes = false)
        val whole    = write(from, value, describes = true)
        def clue     = s"$value of ${writer.messageType.messageClass} as ${reader.messageType.messageClass}"
        agree(read(byFile, bare), expected, clue)
        agree(read(told, bare), expected, clue)
        agree(read(byFile, whole), expected, clue)
        agree(read(learning, whole), expected, clue)
        agree(read(learning, bare), expected, clue) // has learned
        if expected.isRight then read_ += 1
    assert(read_ > Effort.versionedMessages * versions.size * versions.size / 2, read_)

  test("an unknown schema is an error, and asked for"):
    val old               = open(v1)
    var asked: List[Long] = Nil
    val written           = write(open(v2), V2.Message.Add("a", 1, None), describes = false)
    old.onUnknown = asked ::= _
    val error = read(old, written).failed.get
    assert(error.isInstanceOf[NotSerializableException] && error.getMessage.contains("not known here"), error)
    assertEquals(asked, List(v2.schema.fingerprint))

  test("types of one name are versions of one type, whatever their classes are called; others are not read"):
    val renamed = open(v1, Schemas.of(v4.schema))
    assertEquals(
      read(renamed, write(open(v4), V4.Order.Add("a", 2), describes = false)).failed.map(_.getClass),
      Success(classOf[NotSerializableException]) // a Long is no Int
    )
    assertEquals(
      read(open(v4, Schemas.of(v1.schema)), write(open(v1), V1.Message.Add("a", 2), describes = false)),
      Success(V4.Order.Add("a", 2))
    )
    final case class Other(title: String) derives Codec
    val other   = BrineSerialization(MessageType[Other].named(Versions.Name)).serializer
    val foreign = open(v1, Schemas.of(Codec[Other].schema))
    val error   =
      read(foreign, Written(0, other.manifest(Other("x")), other.toBinary(Other("x"))))
    assert(error.failed.get.getMessage.contains("orders.Message#"), error)

  test("a former name is read too"):
    val now = BrineSerialization(MessageType[V1.Message].named("New").was(Versions.Name)).serializer
    val old = write(open(v1), V1.Message.Add("a", 2), describes = false)
    assertEquals(now.fromBinary(old.bytes, old.manifest), V1.Message.Add("a", 2))

  test("damaged bytes with a schema give errors, and no other failure"):
    val random = Random(5)
    val writer = open(v3)
    for version <- versions; _ <- 1 to 3 do
      val written = write(writer, v3.value(random), describes = true)
      val damaged = Mutations.random(written.bytes, random.nextLong()).take(Effort.damagedMessages) ++
        Mutations.counts(written.bytes) ++ written.bytes.indices.map(written.bytes.take)
      val reader = open(version)
      for bytes <- damaged do
        read(reader, written.copy(bytes = bytes)) match
          case Success(_) | Failure(_: NotSerializableException) => ()
          case Failure(other)                                    => fail(s"$other", other)
      assert(reader.known.find(v3.schema.fingerprint).forall(_ == v3.schema))

  test("a schema that does not belong to the manifest is refused, and not kept"):
    val written = write(open(v3), V3.Message.Clear, describes = true)
    val reader  = open(v1)
    val claimed = written.copy(manifest = s"${Versions.Name}#0123456789abcdef")
    val error   = read(reader, claimed).failed.get
    assert(error.getMessage.contains("not that of its manifest"), error)
    assert(!reader.known.knows(0x0123456789abcdefL) && !reader.known.knows(v3.schema.fingerprint))

  test("what is learned is bounded, and what does not fit is still read"):
    val reader  = open(v1)
    val schemas = Iterator.from(0).map(number => Schemas.none.add("x", named(number)).all.head)
    val learned = schemas.take(KnownSchemas.MostLearned + 10).count(reader.known.learn)
    assertEquals(learned, KnownSchemas.MostLearned)
    val written = write(open(v2), V2.Message.Clear, describes = true)
    assertEquals(read(reader, written), Success(V1.Message.Clear))
    assert(!reader.known.knows(v2.schema.fingerprint))

  /** A schema of its own for each number. */
  private def named(number: Int): Schema = Codec.of[Int](s"codec $number", 1)(_.writeInt(_))(_.readInt()).schema

object OtherVersionsSuite:
  private final class Version[A <: AnyRef](val messageType: MessageType[A], make: Random => A)(using
      val codec: Codec[A]
  ):
    val schema: Schema                                            = codec.schema
    def value(random: Random): A                                  = make(random)
    def decode(bytes: Array[Byte], written: Schema): Either[?, A] = Codec.decodeBare[A](bytes, written)

  private def text(random: Random)  = random.alphanumeric.take(random.nextInt(6)).mkString
  private def count(random: Random) = random.nextInt(3) match
    case 0 => random.nextInt()
    case 1 => random.nextInt(100)
    case _ => if random.nextBoolean() then Int.MaxValue else Int.MinValue
  private def note(random: Random) = Option.when(random.nextBoolean())(text(random))

  private val v1 = Version[V1.Message](
    Versions.v1,
    random => if random.nextInt(3) == 0 then V1.Message.Clear else V1.Message.Add(text(random), count(random))
  )
  private val v2 = Version[V2.Message](
    Versions.v2,
    random =>
      if random.nextInt(3) == 0 then V2.Message.Clear else V2.Message.Add(text(random), count(random), note(random))
  )
  private val v3 = Version[V3.Message](
    Versions.v3,
    random =>
      random.nextInt(4) match
        case 0 => V3.Message.Clear
        case 1 => V3.Message.Rename(text(random), text(random))
        case _ => V3.Message.Add(note(random), random.nextLong() >> random.nextInt(64), text(random))
  )
  private val v4 = Version[V4.Order](
    Versions.v4,
    random =>
      random.nextInt(4) match
        case 0 => V4.Order.Clear
        case 1 => V4.Order.Rename(text(random), text(random))
        case 2 => V4.Order.Move(count(random))
        case _ => V4.Order.Add(text(random), count(random).toLong)
  )
  private val v5 = Version[V5.Message](
    Versions.v5,
    random => if random.nextInt(3) == 0 then V5.Message.Clear else V5.Message.Add(text(random), count(random).toLong)
  )

  private val versions: Vector[Version[? <: AnyRef]] = Vector(v1, v2, v3, v4, v5)
