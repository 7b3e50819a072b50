package brine.examples.site.json

import brine.codec.Codec
import brine.examples.site.RandomCommands
import brine.examples.site.json.SiteJson.given
import brine.examples.site.model.*

/** Whatever is not exactly of its type is an error that names the place: each field of each command, event and site is
  * replaced by all that it must not be.
  */
class FromJsonSuite extends munit.FunSuite:
  import FromJsonSuite.*

  private def commands: Map[String, SiteCommand] =
    val random = RandomCommands(1)
    Iterator
      .iterate(Map.empty[String, SiteCommand]): found =>
        val command = random.next()
        // The ones with more in them, such as a position.
        val isLarger = found.get(command.productPrefix).forall(_.toString.length < command.toString.length)
        if isLarger then found.updated(command.productPrefix, command) else found
      .drop(5000)
      .next()

  test("every field of every command, replaced by whatever it must not be"):
    val all = commands
    assertEquals(all.keySet, Codec.caseNames[SiteCommand].map(_.name).toSet)
    val tried = for (_, command) <- all.toVector; wrong <- mutations(SiteJson.writeJs[SiteCommand](command), "") yield
      check[SiteCommand](wrong)
      check[SiteJson.Posted](
        Mutation(
          s"commands[0]${if wrong.path.isEmpty then "" else s".${wrong.path}"}",
          ujson.Obj("commands" -> ujson.Arr(wrong.json))
        )
      )
    assert(tried.size > 500, tried.size)

  test("every field of sites and events of a file"):
    val site = commands.values.toVector
      .foldLeft(brine.entity.testkit.EntityTest(Sites)): (entity, _) =>
        entity
      .when(
        SiteAsk.Change(
          java.util.UUID(1, 1),
          Vector(
            SiteCommand.CreateSite(java.util.UUID(1, 2), SiteType.Html5, "Shop", "Books"),
            SiteCommand.AddDomain("example.net"),
            SiteCommand.AddPage("/", "start"),
            SiteCommand.AddPageComponent(
              "/",
              java.util.UUID(1, 3),
              PageComponentData.BlogComponentData("blog", true, false),
              Some(PageComponentPosition(1, 2))
            ),
            SiteCommand.AddFreeEntryPoint("olga", "shop")
          ),
          None
        )
      )
    val whole = site.state.site.get
    mutations(SiteJson.writeJs(whole), "").foreach(check[Site])
    for change <- site.events do
      val line = SiteJson.EventLine(whole.id, change.event, change.at)
      mutations(SiteJson.writeJs(line), "").foreach(check[SiteJson.EventLine])

  test("numbers are exact, at the ends of their ranges"):
    def position(x: String) = SiteJson.parse[PageComponentPosition](s"""{"x":$x,"y":0}""").map(_.x)
    assertEquals(position("2147483647"), Right(Int.MaxValue))
    assertEquals(position("-2147483648"), Right(Int.MinValue))
    assertEquals(position("1.50e1"), Right(15))
    assertEquals(position("0e999999999"), Right(0))
    for wrong <- List(
        "2147483648",
        "-2147483649",
        "99999999999",
        "1.5",
        "1e-1",
        "1e999999999",
        "1e9999999999",
        "9" * 5000
      )
    do assert(position(wrong).isLeft, wrong)
    def basedOn(version: String) =
      SiteJson.parse[SiteJson.Posted](s"""{"commands":[],"basedOn":$version}""").map(_.basedOn)
    // A Double has not all of them.
    for version <- List(Long.MaxValue, Long.MinValue, (1L << 53) + 1) do
      assertEquals(basedOn(version.toString), Right(Some(version)))
    for wrong <- List("9223372036854775808", "5.5", "\"5\"", "[5]", "true", "{}") do
      assert(basedOn(wrong).left.exists(_.startsWith("basedOn: expected a whole number")), wrong)

  test("a message says what was expected, and what was found"):
    assertEquals(
      SiteJson.parse[SiteJson.Posted](
        """{"commands":[{"type":"MovePageComponent","id":"00000000-0000-0001-0000-000000000001","position":{"x":99999999999,"y":1}}]}"""
      ),
      Left(
        "commands[0].position.x: expected a whole number from -2147483648 to 2147483647, and found 99999999999"
      )
    )
    assertEquals(SiteJson.parse[SiteJson.Posted]("null"), Left("expected an object, and found null"))
    assertEquals(
      SiteJson
        .parse[SiteJson.Posted]("""{"commands":[{"type":"RenameSite","name":"a","name":"b"}]}""")
        .left
        .map(_.takeWhile(_ != ' ')),
      Left("an")
    )

  private def check[A: FromJson](wrong: Mutation): Unit =
    SiteJson.parse[A](ujson.write(wrong.json)) match
      case Right(value)  => fail(s"${ujson.write(wrong.json)} is taken for $value")
      case Left(message) =>
        assert(
          message.startsWith(wrong.path) && !message.contains('\n'),
          s"${wrong.path}: $message, of ${ujson.write(wrong.json)}"
        )

object FromJsonSuite:
  /** JSON that is wrong at a place. */
  final case class Mutation(path: String, json: ujson.Value)

  private def others(value: ujson.Value, isOptional: Boolean): Vector[ujson.Value] =
    val all = Vector[ujson.Value](
      ujson.Null,
      ujson.True,
      ujson.Num(5),
      ujson.Num(5.5),
      ujson.Num(1e30),
      ujson.Str("5"),
      ujson.Str(""),
      ujson.Arr(),
      ujson.Arr(value),
      ujson.Obj(),
      ujson.Obj("type" -> "Nothing")
    )
    val wrong = value match
      case _: ujson.Str if isFree(value.str) => all.filterNot(_.isInstanceOf[ujson.Str])
      case _: ujson.Num                      => all.filterNot(_ == ujson.Num(5))
      case _: ujson.Bool                     => all.filterNot(_ == ujson.True)
      case _: ujson.Arr                      => all.filterNot(_ == ujson.Arr())
      case _                                 => all
    wrong.filterNot(isOptional && _.isNull)

  // Texts that may be any other text: neither a UUID nor one of a few names.
  private val isFixed = (SiteType.values ++ SiteFlag.values ++ PageComponentType.values).map(_.toString).toSet
  private def isFree(text: String): Boolean =
    !isFixed(text) && scala.util.Try(java.util.UUID.fromString(text)).isFailure

  /** All that is wrong in one place. */
  def mutations(json: ujson.Value, path: String): Vector[Mutation] = json match
    case fields: ujson.Obj =>
      val here = fields.value.toVector.flatMap: (name, value) =>
        val at                       = if path.isEmpty then name else s"$path.$name"
        val isOptional               = name == "position"
        def changed(to: ujson.Value) =
          ujson.Obj.from(fields.value.toVector.map((key, old) => key -> (if key == name then to else old)))
        val replaced = (if name == "type" then others(ujson.Str("Text"), false) else others(value, isOptional)).map(
          other => Mutation(at, changed(other))
        )
        val missing =
          Option.when(!isOptional)(Mutation(at, ujson.Obj.from(fields.value.toVector.filterNot(_._1 == name))))
        val renamed = Mutation(s"$at ", ujson.Obj.from(fields.value.toVector :+ (s"$name " -> value)))
        val inside  = if name == "type" then Vector.empty
        else mutations(value, at).map(one => Mutation(one.path, changed(one.json)))
        replaced ++ missing ++ Vector(renamed) ++ inside
      here
    case list: ujson.Arr =>
      list.value.toVector.zipWithIndex.flatMap: (value, at) =>
        val place                    = s"$path[$at]"
        def changed(to: ujson.Value) = ujson.Arr.from(list.value.toVector.updated(at, to))
        others(value, false).map(other => Mutation(place, changed(other))) ++
          mutations(value, place).map(one => Mutation(one.path, changed(one.json)))
    case _ => Vector.empty
