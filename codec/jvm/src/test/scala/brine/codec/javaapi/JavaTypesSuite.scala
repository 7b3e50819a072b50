package brine.codec.javaapi

import brine.codec.{Codec, CodecChecks, EncodeError}

import scala.jdk.CollectionConverters.*

class JavaTypesSuite extends munit.FunSuite, CodecChecks:
  import JavaTypes.given

  test("collections of Java have the bytes and the schema of Scala's"):
    val labels  = Map("a" -> "1", "b" -> "2")
    val numbers = List.tabulate(20)(_ * 1.5)
    val plain   = Plain(labels, numbers, Set(1L, 2L))
    val inJava  = PlainInJava(labels.asJava, numbers.map(Double.box).asJava, Set(1L, 2L).map(Long.box).asJava)
    assertEquals(hex(written(inJava)), hex(written(plain)))
    assertEquals(decoded[PlainInJava](written(plain)), Right(inJava))
    assertEquals(Codec[java.util.List[String]].fingerprint, Codec[List[String]].fingerprint)
    assertEquals(Codec[java.util.Map[String, Int]].fingerprint, Codec[Map[String, Int]].fingerprint)
    assertEquals(Codec[java.util.Set[String]].fingerprint, Codec[Set[String]].fingerprint)

  test("sets and maps keep the order of the bytes, and refuse what occurs twice"):
    val words = List("z", "y", "x", "w", "v")
    val set   = decoded[java.util.Set[String]](written(words)).toOption.get
    assertEquals(set.asScala.toList, words)
    val map = decoded[java.util.Map[String, Int]](written(words.zipWithIndex)).toOption.get
    assertEquals(map.keySet.asScala.toList, words)
    refused[java.util.Set[String]]("04 c1 61 c1 61", "only 1 of the 2 elements", 0)

  test("lists that were read cannot be changed"):
    val list = decoded[java.util.List[String]](written(List("a"))).toOption.get
    intercept[UnsupportedOperationException](list.add("b"))

  test("an Optional"):
    pinned(java.util.Optional.of("a"), "01 c1 61")
    pinned(java.util.Optional.empty[String], "00")

  test("a null in a collection of Java is an error with its path"):
    val labels                                                    = Map("a" -> "1").asJava
    def path[A](value: A)(using Codec[A]): String                 = intercept[EncodeError](Codec.encode(value)).path
    def plain(labels: java.util.Map[String, String]): PlainInJava =
      PlainInJava(labels, List(Double.box(1)).asJava, java.util.Set.of())
    assertEquals(path(java.util.Arrays.asList(plain(labels), null)), "[1]")
    assertEquals(path(java.util.Arrays.asList(plain(labels), plain(null))), "[1].labels")
    val map = new java.util.HashMap[String, java.util.List[PlainInJava]]
    map.put("north", java.util.Arrays.asList(null: PlainInJava)): Unit
    assertEquals(path(map: java.util.Map[String, java.util.List[PlainInJava]]), "[north][0]")
