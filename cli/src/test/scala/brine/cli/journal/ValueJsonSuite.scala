package brine.cli.journal

import brine.codec.inspect.Inspect
import brine.codec.Codec
import munit.FunSuite

class ValueJsonSuite extends FunSuite:
  private def json[A](value: A)(using codec: Codec[A]): String =
    ujson.write(ValueJson.of(Inspect.bareValue(Codec.encodeBare(value), codec.schema).fold(throw _, identity)))

  test("numbers, as far as JSON's readers keep them"):
    assertEquals(json(7), "7")
    assertEquals(json(-1L), "-1")
    assertEquals(json(1L << 53), "9007199254740992")
    assertEquals(json((1L << 53) + 1), "\"9007199254740993\"")
    assertEquals(json(0.1f), "0.1")
    assertEquals(json(2.5), "2.5")
    assertEquals(json(Double.NaN), "\"NaN\"")
    assertEquals(json(BigDecimal("1.10")), "\"1.10\"")

  test("texts, times and what has no value"):
    assertEquals(json("a\"b"), "\"a\\\"b\"")
    assertEquals(json('c'), "\"c\"")
    assertEquals(json(true), "true")
    assertEquals(json(()), "{}")
    assertEquals(json(java.time.LocalDate.of(2026, 11, 21)), "\"2026-11-21\"")

  test("options, sides, collections and tuples"):
    assertEquals(json(Option.empty[Int]), "null")
    assertEquals(json(Option(3)), "3")
    assertEquals(json(Option(Option.empty[Int])), "{\"some\":null}")
    assertEquals(json[Either[Int, String]](Left(1)), "{\"left\":1}")
    assertEquals(json(List(1, 2)), "[1,2]")
    assertEquals(json((1, "x")), "[1,\"x\"]")
    assertEquals(json(Map("a" -> 1)), "{\"a\":1}")
    assertEquals(json(Map(1 -> "a")), "[[1,\"a\"]]")

  test("cases of a sum"):
    assertEquals(json[ShopEvent](ShopEvent.Closed), "\"Closed\"")
    assertEquals(json[ShopEvent](ShopEvent.Opened("n", None)), "{\"Opened\":{\"name\":\"n\",\"owner\":null}}")
