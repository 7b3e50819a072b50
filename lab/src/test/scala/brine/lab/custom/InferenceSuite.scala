package brine.lab.custom

import brine.effort.Effort
import brine.lab.sample.{BadJson, JsonReader}
import java.io.StringReader

final class InferenceSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(60, "min")

  private def infer(text: String, without: String*): Inferred =
    Inference("records", without.toSet).run(JsonReader(StringReader(text)))._1

  /** The definitions as Scala source, without the frame of the file. */
  private def types(text: String, without: String*): String =
    val source = ScalaSource.of(infer(text, without*), "", "sample.jsonl")
    source
      .split("\n\n")
      .drop(3)
      .dropRight(1)
      .map(
        _.replaceAll("\\(\\s+", "(")
          .replaceAll(",\\s+", ", ")
          .replaceAll("\\s+\\)", ")")
          .replace(" derives JsonForm", "")
      )
      .mkString("\n")

  private def lines(count: Int)(line: Int => String): String = (0 until count).map(line).mkString("\n")

  private def refused(text: String): String = intercept[Untypable](infer(text)).getMessage

  test("nested objects, arrays, nulls and missing fields"):
    assertEquals(
      types("""{"a":{"b":[1,2]},"c":null,"d":"x"} {"a":{"b":[]},"c":true}"""),
      """final case class Records(a: A, c: Option[Boolean], d: Option[String])
        |final case class A(b: Vector[Int])""".stripMargin
    )
    assertEquals(types("""{"a":[1,null]}"""), "final case class Records(a: Vector[Option[Int]])")

  test("mixed numbers get the narrowest type that keeps every digit"):
    def number(values: String*) = types(values.map(value => s"""{"n":$value}""").mkString("\n"))
    assertEquals(number("1", "-2147483648"), "final case class Records(n: Int)")
    assertEquals(number("1", "2147483648"), "final case class Records(n: Long)")
    assertEquals(number("1", "0.5", "1e3"), "final case class Records(n: Double)")
    assertEquals(number("1", "9223372036854775808"), "final case class Records(n: BigDecimal)")
    assertEquals(number("0.5", "9007199254740993"), "final case class Records(n: BigDecimal)")
    assertEquals(number("0.1234567890123456789"), "final case class Records(n: BigDecimal)")
    assertEquals(number("1e400"), "final case class Records(n: BigDecimal)")

  test("instants and UUIDs, where all strings are some"):
    val id = "6b1d5e2c-7d41-4a5b-8f0e-1d2c3b4a5f60"
    assertEquals(
      types(
        s"""{"at":"2026-01-31T12:00:00Z","id":"$id","both":"$id"} {"at":"2026-01-31T12:00:00.5Z","id":"$id","both":""}"""
      ),
      "final case class Records(at: Instant, id: UUID, both: String)"
    )
    assertEquals(types("""{"at":"2026-01-31T12:00:00+01:00"}"""), "final case class Records(at: String)")
    assertEquals(types("""{"at":"2016-12-31T23:59:60Z"}"""), "final case class Records(at: String)")

  test("few distinct strings are an enumeration, many are not, rare ones neither"):
    assertEquals(
      types(lines(40)(line => s"""{"level":"${List("debug", "warn it")(line % 2)}","name":"n$line"}""")),
      """final case class Records(level: Level, name: String)
        |enum Level:
        |  @name("debug") case Debug
        |  @name("warn it") case WarnIt""".stripMargin
    )
    assertEquals(
      types(lines(6)(line => s"""{"level":"${List("a", "b")(line % 2)}"}""")),
      "final case class Records(level: String)"
    )

  test("objects of several kinds are a union"):
    assertEquals(
      types("""{"type":"push","size":1} {"type":"fork","to":"x"} {"type":"push","size":2}"""),
      """sealed trait Records
        |@name("push") final case class Push(size: Int) extends Records
        |@name("fork") final case class Fork(to: String) extends Records""".stripMargin
    )
    // Different kinds of the same fields can be one class.
    assertEquals(
      types("""{"kind":"a","size":1} {"kind":"b","size":2}"""),
      "final case class Records(kind: String, size: Int)"
    )
    // One class is impossible.
    assertEquals(
      types("""[{"kind":"Point","at":[1,2]},{"kind":"Line","at":[[1,2],[3,4]]}]""").linesIterator
        .take(2)
        .mkString("\n"),
      """@discriminator("kind")
        |sealed trait Records""".stripMargin
    )

  test("objects with many different names are maps"):
    assertEquals(
      types(lines(60)(line => s"""{"tags":{"k$line":1,"l${line % 30}":2}}""")),
      "final case class Records(tags: Map[String, Int])"
    )
    assertEquals(
      types("""{"by":{"17":{"x":1},"4711":{"x":2}}}"""),
      "final case class Records(by: Map[String, By])\nfinal case class By(x: Int)"
    )
    assertEquals(
      types(s"{${(1 to 1000).map(n => s""""name$n":$n""").mkString(",")}}"),
      "@bare final case class Records2(value: Map[String, Int])".replace("2(", "(")
    )

  test("names that are no identifiers, or those of members"):
    assertEquals(
      types("""{"user-id":1,"class":2,"hashCode":3,"a`b":4,"":5,"a.b":6,"_1":7}"""),
      "final case class Records(`user-id`: Int, `class`: Int, @name(\"hashCode\") hashCodeField: Int, " +
        "@name(\"a`b\") aB: Int, @name(\"\") value: Int, @name(\"a.b\") aB2: Int, @name(\"_1\") n1: Int)"
    )

  test("objects inside objects of their own kind are recursive types"):
    assertEquals(
      types("""{"v":1,"next":{"v":2,"next":{"v":3,"next":null}}}"""),
      "final case class Records(v: Int, next: Option[Records])"
    )
    assertEquals(
      types("""{"id":1,"owner":{"id":2}}"""),
      "final case class Records(id: Int, owner: Owner)\nfinal case class Owner(id: Int)"
    )
    val tree = "{\"v\":1,\"children\":[" * 200 + "]}" * 200
    assertEquals(types(tree), "final case class Records(v: Int, children: Vector[Records])")

  test("records that are no objects have a class with one field"):
    assertEquals(types("1 2 3"), "@bare final case class Records(value: Int)")
    assertEquals(types("[[1,2],[3]]"), "@bare final case class Records(value: Vector[Int])")

  test("classes that are equal but for their places are one"):
    assertEquals(
      types("""{"a":{"at":{"x":1}},"b":{"at":{"x":2}}}"""),
      """final case class Records(a: A, b: B)
        |final case class At(x: Int)
        |final case class A(at: At)
        |final case class B(at: At)""".stripMargin
    )

  test("what no type fits is refused with line, path, what was expected and what was met"):
    assertEquals(
      refused("{\"user\":{\"age\":1}}\n{\"user\":{\"age\":\"x\"}}").takeWhile(_ != ';'),
      "line 2, $.user.age: expected a number as in line 1, met a string (\"x\")"
    )
    assert(refused("[[1],\n[\"x\"]]").startsWith("line 2, $[]: expected a number as in line 1"))
    assert(refused("""{"a":[1,{"b":2}]}""").contains("$.a[]: expected a number as in line 1, met an object"))

  test("a path can be left out"):
    val text = """{"a":{"x":1,"y":"n"},"b":[{"c":1,"d":2}],"m":{"1":{"z":1},"2":{"z":"s"}}}"""
    assertEquals(
      types(text, "$.a.y", "$.b[].c", "$.m.*.z"),
      """final case class Records(a: A, b: Vector[B], m: Map[String, M])
        |final case class A(x: Int)
        |final case class B(d: Int)
        |final case class M()""".stripMargin
    )
    for wrong <- List("a.b", "$", "$..a", "$.a[0]") do intercept[brine.lab.failure.Refusal](Without.steps(wrong))

  test("as many different paths as anybody may send do not fill the memory"):
    val grows = lines(2000)(line => (0 until 50).map(n => s""""a$n":{"b${line}x$n":{"c":1}}""").mkString("{", ",", "}"))
    val told  = try { infer(grows); "" }
    catch case untypable: Untypable => untypable.getMessage
    assert(told.isEmpty || told.contains("different paths"), told)

  test("many megabytes of lines are read with a sample of bounded size"):
    // The lines are made as they are read.
    val line = lines(1)(_ => s"""{"at":"2026-01-31T12:00:00Z","level":"INFO","ms":12.5,"text":"${"x" * 900}"}""") + "\n"
    val count           = Effort.readMegabytes * 1_000_000L / line.length
    val endless         = Repeated(line, count)
    val (found, sample) = Inference("logs").run(JsonReader(endless))
    assertEquals(found.records.toLong, count)
    assert(sample.isPart && sample.records.map(_.length).sum <= Sample.mostBytes, sample.records.size)

  test("bad JSON says where"):
    assertEquals(
      intercept[BadJson](infer("{\"a\":1}\n{\"a\":")).getMessage,
      "line 2, $.a: expected a JSON value, met the end of the file"
    )

/** A text many times over. */
private final class Repeated(text: String, times: Long) extends java.io.Reader:
  private var at = 0L

  def read(into: Array[Char], offset: Int, length: Int): Int =
    if at == text.length * times then -1
    else
      val from  = (at % text.length).toInt
      val count = math.min(length, text.length - from)
      text.getChars(from, from + count, into, offset)
      at += count
      count

  def close(): Unit = ()
