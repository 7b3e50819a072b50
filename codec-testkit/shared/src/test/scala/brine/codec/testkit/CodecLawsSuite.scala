package brine.codec.testkit

import brine.codec.Codec

/** Each law must notice the codec that breaks it. That sound codecs keep all laws is seen in the other suites. */
class CodecLawsSuite extends munit.FunSuite:
  private val values = List("", "a", "aa")

  private def laws(codec: => Codec[String]) = CodecLaws(codec)

  private def caught(codec: => Codec[String], law: String, values: String*)(using munit.Location): Unit =
    val verdict = laws(codec).check(law, values*)
    assert(verdict.exists(_.law == law), s"the law '$law' found nothing")

  test("a sound codec keeps all laws"):
    assertEquals(laws(BrokenCodecs.sound).all(values*), Nil)

  test("round trip notices a lossy codec"):
    caught(BrokenCodecs.lossy, CodecLaws.RoundTrip, "A")

  test("determinism notices bytes that differ from one time to the next"):
    lazy val codec = BrokenCodecs.counting
    caught(codec, CodecLaws.Determinism, "a")

  test("determinism notices bytes that differ from one codec to the next"):
    caught(BrokenCodecs.numbered, CodecLaws.Determinism, "a")

  test("extent notices a codec that takes what follows"):
    caught(BrokenCodecs.greedy, CodecLaws.Extent, values*)

  test("truncation notices a codec that takes half a value for a value"):
    caught(BrokenCodecs.greedy, CodecLaws.Truncation, values*)

  test("truncation notices other exceptions"):
    caught(BrokenCodecs.careless, CodecLaws.Truncation, "aa")

  test("mutation notices other exceptions"):
    caught(BrokenCodecs.throwing, CodecLaws.Mutation, values*)

  test("mutation notices values that cannot be written"):
    caught(BrokenCodecs.oneWay, CodecLaws.Mutation, values*)

  test("minSize notices a codec that asks for too much"):
    caught(BrokenCodecs.boastful, CodecLaws.MinSize, "a")

  test("schema notices a schema that changes"):
    caught(BrokenCodecs.shifting, CodecLaws.SchemaLaw)

  test("a law that does not exist is an error"):
    intercept[IllegalArgumentException](laws(BrokenCodecs.sound).check("gravity", "a"))
