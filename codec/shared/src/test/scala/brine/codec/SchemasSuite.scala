package brine.codec

import brine.codec.golden.GoldenCases
import brine.effort.Effort

/** The types of the examples. */
object SchemasSuite:
  object First:
    final case class Reading(sensor: Long, level: Int) derives Codec
  object Second:
    final case class Reading(sensor: Long, level: Int, note: Option[String]) derives Codec
  enum Tree[+A] derives Codec:
    case Leaf
    case Node(value: A, `left side`: Tree[A], right: Tree[A])

final class SchemasSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(60, "min")

  import SchemasSuite.*

  private val first   = Codec[First.Reading].schema
  private val second  = Codec[Second.Reading].schema
  private val trees   = Codec[List[Tree[String]]].schema
  private val schemas =
    Schemas.none.add("Reading", first, "2026-11-21, the first").add("forest", trees).add("Reading", second)

  private def parsed(text: String): Schemas = Schemas.parse(text).fold(error => fail(error.getMessage), identity)

  private def refused(text: String)(using munit.Location): SchemasError =
    Schemas.parse(text).swap.getOrElse(fail("it was not refused"))

  test("the page's example is what is written"):
    val page  = ProjectFiles.read("docs/spec/schemas-format.md")
    val block =
      page.split("```").find(_.trim.startsWith("brine schemas 1")).getOrElse(fail("no example")).stripPrefix("\n")
    assertEquals(block, schemas.render)

  test("what is written is read"):
    val again = parsed(schemas.render)
    assertEquals(again.types, schemas.types)
    assertEquals(again.render, schemas.render)
    assertEquals(again.find(second.fingerprint), Some(second))
    assertEquals(again.history("Reading").map(_.versions.map(_.schema)), Some(Vector(first, second)))
    assertEquals(again.history("Reading").flatMap(_.latest).map(_.number), Some(2))
    assertEquals(again.history("nothing"), None)
    assertEquals(again.all.toSet, Set(first, second, trees))

  test("standalone messages of all versions are read"):
    given Schemas = parsed(schemas.render)
    assertEquals(
      Codec.decode[Second.Reading](Codec.encode(First.Reading(1, 2))),
      Right(Second.Reading(1, 2, None))
    )

  test("the golden file is read, and written the same"):
    val text = ProjectFiles.read("golden/codec/schemas-1.txt")
    assertEquals(parsed(text).render, text)
    val golden = GoldenCases.all.filter(_.name.startsWith("schema/")).map(_.value)
    assertEquals(golden.filterNot(parsed(text).all.toSet.contains), Nil)

  test("schemas of all shapes survive, whatever their names"):
    val random = RandomSchemas(7)
    for i <- 1 to Effort.schemaTexts do survives(random.schema(), s"$i")

  private def survives(schema: Schema, clue: String): Unit =
    val text = Schemas.none.add(clue, schema).render
    Schemas.parse(text) match
      case Left(error)  => fail(s"$error in\n$text")
      case Right(again) =>
        assertEquals(again.types.map(_.versions.map(_.schema)), Vector(Vector(schema)), text)
        assertEquals(again.render, text)

  test("comments are kept with what they are about"):
    val text =
      """brine schemas 1
        |# all of them
        |
        |# of the sensor
        |type Reading
        |
        |# before it
        |version 1 FINGERPRINT
        |  # in it
        |  root Int
        |  # after it
        |""".stripMargin.replace("FINGERPRINT", f"${Codec[Int].fingerprint}%016x")
    val schemas = parsed(text)
    assertEquals(schemas.notes, Vector("all of them"))
    assertEquals(schemas.types.map(_.notes), Vector(Vector("of the sensor")))
    assertEquals(schemas.types.flatMap(_.versions).map(_.notes), Vector(Vector("before it", "in it", "after it")))
    assertEquals(parsed(schemas.render).types, schemas.types)
    assertEquals(parsed(text.replace("\n", "\r\n")).types, schemas.types)

  test("a version is added only if it is another one"):
    assertEquals(schemas.add("Reading", second).render, schemas.render)
    assertEquals(schemas.add("Reading", first).history("Reading").map(_.versions.map(_.number)), Some(Vector(1, 2, 3)))

  test("two of them together"):
    val other =
      Schemas.none.add("Reading", first).add("Reading", trees).add("more", first) ++ Schemas.of(Codec[Int].schema)
    val both = schemas ++ other
    assertEquals(both.history("Reading").map(_.versions.map(_.schema)), Some(Vector(first, second, trees)))
    assertEquals(both.types.map(_.name), Vector("Reading", "forest", "more"))
    assertEquals(both.find(Codec[Int].fingerprint), Some(Codec[Int].schema))
    assertEquals(parsed(both.render).find(Codec[Int].fingerprint), None)

  test("a version says from where on it reads"):
    val text = schemas.render.replace(
      f"version 2 ${second.fingerprint}%016x",
      f"version 2 ${second.fingerprint}%016x reads from 2"
    )
    assertEquals(parsed(text).history("Reading").map(_.versions.map(_.readsFrom)), Some(Vector(1, 2)))
    assertEquals(parsed(text).render, text)
    assert(refused(text.replace("from 2", "from 3")).getMessage.contains("version 2 cannot read from version 3"))

  test("what was edited is refused, and where is said"):
    val text             = schemas.render
    def line(of: String) = text.linesIterator.indexWhere(_.contains(of)) + 1
    val level            = refused(text.replaceFirst("level: Int", "level: Long"))
    assertEquals(level.line, line("version 1"))
    assert(level.problem.contains("version 1 of Reading has the fingerprint"), level.problem)
    assert(level.remedy.contains("version control"), level.remedy)
    def check(from: String, to: String, at: String, problem: String)(using munit.Location): Unit =
      val error = refused(text.replaceFirst(from, to))
      assertEquals((error.line, error.problem.contains(problem)), (line(at), true), error.getMessage)
      assert(error.getMessage.startsWith(s"line ${error.line}: ") && error.remedy.nonEmpty)
    check("brine schemas 1", "brine schemas 2", "brine", "format 2 of schemas")
    check("brine schemas 1", "{}", "brine", "not a file of schemas")
    check("version 2", "version 3", "version 2", "version 3 of Reading where version 2 should be")
    check("type forest", "type Reading", "type forest", "Reading is listed twice")
    check("type forest", "<<<<<<< ours", "type forest", "a merge is not settled here")
    check("  root Reading", "  root Readin", "root Reading", "Readin is neither a plain type nor")
    check("  root Reading", "  rout Reading", "root Reading", "a line that starts with 'rout'")
    check("  root Reading", "", "version 1", "has no root")
    check("level: Int", "level: Option\\[Int", "level", "lacks a ']'")
    check("level: Int", "level: Int Int", "level", "'Int' follows the type")
    check("level: Int", "level: ", "level", "a type is missing")
    check("level: Int", "level: @mark Int", "level", "the only mark of a type is @dict")
    check("`left side`", "`left side", "left side", "whose closing ` is missing")
    check("record Reading", "record Reading#2", "record Reading", "definition 2 of the name Reading is number 1")

  test("a text too deep is refused"):
    val deep = "Option[" * 100 + "Int" + "]" * 100
    val text = s"brine schemas 1\ntype T\nversion 1 0123456789abcdef\nroot $deep\n"
    assert(refused(text).getMessage.contains("nested deeper than 64"))

  test("any text is read or refused with a line that it has"):
    val random = scala.util.Random(11)
    val text   = schemas.render
    val pieces = Vector(
      "\\",
      "`",
      "\"",
      "\\u12",
      "#",
      "[",
      "]",
      "(",
      ",",
      ":",
      "\n",
      " ",
      "type",
      "version 9",
      "case x",
      "@",
      "\u0000"
    )
    for _ <- 1 to Effort.schemaTexts do
      val at      = random.nextInt(text.length)
      val damaged = text.patch(at, pieces(random.nextInt(pieces.size)), random.nextInt(4))
      Schemas.parse(damaged) match
        case Left(error)  => assert(error.line >= 1 && error.line <= damaged.linesIterator.size, error.getMessage)
        case Right(again) => assert(again.all.toSet.subsetOf(schemas.all.toSet), damaged)
