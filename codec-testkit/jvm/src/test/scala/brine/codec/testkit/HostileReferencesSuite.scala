package brine.codec.testkit

import brine.codec.{dict, Codec, MessageOptions, Shared}

object HostileReferencesSuite:
  @dict final case class Place(street: String, number: Int) derives Codec
  final case class Person(name: String, friends: List[Shared[Person]]) derives Codec
  final case class Curious(name: String, other: Option[Shared[Curious]]) derives Codec:
    val length: Int = other.fold(0)(_.value.name.length)
  final case class Point(x: Int, y: Int) derives Codec

/** Attacks by what stands for more than its own bytes: references, columns, packed numbers. */
class HostileReferencesSuite extends HostileSuite:
  import HostileReferencesSuite.*

  private val dictionary = MessageOptions.withDictionary
  private val many       = 100000

  private def reads[A](bytes: Array[Byte], options: MessageOptions)(using Codec[A], munit.Location): A =
    within(fair(bytes.length))(_ => Codec.decodeBare[A](bytes, options)) match
      case Right(value) => value
      case Left(error)  => fail(error.getMessage)

  private def fails[A](bytes: Array[Byte], options: MessageOptions)(using Codec[A], munit.Location): String =
    error(within(Little)(_ => Codec.decodeBare[A](bytes, options))).problem

  test("100,000 references to a long text give one text"):
    val long  = "x" * 4096
    val bytes = Codec.encodeBare(List.fill(many)(long), dictionary)
    assert(clue(bytes.length) < 3 * many)
    val texts = reads[List[String]](bytes, dictionary)
    assertEquals(texts.size, many)
    assert(texts.forall(_ eq texts.head))

  test("100,000 references to a value marked by @dict give one value"):
    val street = "s" * 4000
    val bytes  = Codec.encodeBare(List.fill(many)(Place(street, 1)), dictionary)
    val places = reads[List[Place]](bytes, dictionary)
    assertEquals(places.size, many)
    assert(places.forall(_ eq places.head))

  test("references to texts and values that there are not"):
    assert(fails[List[String]](hex("02 c0"), dictionary).contains("back"))
    assert(fails[List[String]](hex("02 ff ff"), dictionary).contains("back"))
    assert(fails[List[Place]](hex("02 ff ff ff ff 0f"), dictionary).contains("4294967295 back"))

  test("a reference further back than the 2,048 entries that are kept"):
    val bytes = written: out =>
      out.useDictionary()
      out.writeUnsignedInt(2050 << 1)
      (0 until 2049).foreach(i => out.writeString(s"text $i"))
    // 2,049 back: 57 + 256 * 7 + 200.
    assert(fails[List[String]](bytes ++ hex("ff c8"), dictionary).contains("2049"))

  test("100,000 references to one shared value, which contains itself"):
    val ann    = Shared.of[Person](self => Person("Ann", List(self)))
    val bytes  = Codec.encodeBare(List.fill(many)(ann))
    val people = reads[List[Shared[Person]]](bytes, MessageOptions.defaults)
    assert(people.forall(_ == people.head))
    assertEquals(people.head.value.friends, List(people.head))

  test("a chain of shared values deeper than Limits.depth"):
    // Each is new, has no name and one friend.
    says(refused[Shared[Person]](Array.fill(200)(hex("00 c0 02")).flatten), "Limits.depth")

  test("a constructor that looks into a cycle"):
    // A Curious whose other one is itself, which is not whole yet.
    says(refused[Shared[Curious]](hex("00 01 c1 61 01")), "before it was complete")

  test("columns of width 0"):
    // A million points in columns of which each takes no bit, without a step.
    val chunk = hex("00 02 00 02")
    val room  = new Array[Byte](4000)
    says(refused[List[Point]](size(20000, 1) ++ Array.fill(20)(chunk).flatten ++ room), "Limits.emptyElements")
    says(refused[Vector[Point]](size(1 << 29, 1) ++ chunk), "bytes follow")

  test("decimals of many digits, and of a scale that there is not"):
    refused[Array[Double]](size(1 << 28, 1) ++ hex("02 00 02"))
    says(refused[Array[Double]](size(16, 1) ++ hex("12 00 02")), "the most is 17")
    says(refused[Array[Double]](size(16, 1) ++ hex("7f 00 02")), "the most is 17")
    // 2^60 as the digits of a decimal.
    says(refused[Array[Double]](size(16, 1) ++ hex("01 00 80 80 80 80 80 80 80 80 20")), "2^53")
