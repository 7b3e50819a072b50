package brine.lab.custom

import brine.lab.sample.Json
import scala.util.Random

/** Draws types as people's data has them, and JSON of those types. */
final class RandomTypes(random: Random):
  /** A drawn type: makes one value at a time. */
  trait Drawn:
    def next(depth: Int): Json

  private def pick[A](all: A*): A          = all(random.nextInt(all.size))
  private def number(digits: Any)          = Json.Number(digits.toString)(0)
  private def text(value: String)          = Json.Text(value)(0)
  private def scalar(make: => Json): Drawn = (_: Int) => make
  private def chance(one: Int): Boolean    = random.nextInt(one) == 0
  private def word(): String               = random.alphanumeric.filter(_.isLetter).take(1 + random.nextInt(8)).mkString

  private val odd = List(
    "user-id",
    "type",
    "class",
    "wait",
    "hashCode",
    "a b",
    "",
    "$ref",
    "@id",
    "1st",
    "_1",
    "naïve",
    "日本",
    "a`b",
    "x.y",
    "new\nline",
    "tab\t",
    "\"quoted\"",
    "\\",
    "toString",
    "val",
    "samples",
    "copy",
    "a_",
    "_",
    "__",
    "A",
    "a",
    "apply",
    "😀",
    "//",
    "/*",
    "*/",
    "productPrefix",
    "String",
    "Option",
    "Some",
    "custom"
  )

  private def name(): String = if chance(3) then odd(random.nextInt(odd.size)) else word()

  private def scalars: Drawn = pick(
    scalar(Json.Bool(random.nextBoolean())(0)),
    scalar(number(random.nextInt())),
    scalar(number(random.nextLong())),
    scalar(number(pick(random.nextInt(), random.nextLong()))),
    scalar(number(random.nextInt(1000) / 4.0)),
    scalar(number(pick("1", "0.5", "-0", "1e3", "1E-7", "123456789.125"))),
    scalar(number(pick("1e400", "0.1234567890123456789012", "1", "-99999999999999999999"))),
    scalar(text(random.nextString(3).filterNot(_.isSurrogate))),
    scalar(text(word())),
    scalar(text(pick("2026-01-31T12:00:00Z", "2026-01-31T12:00:00.120Z", "1969-12-31T23:59:59.999999999Z"))),
    scalar(text(pick("2026-01-31T12:00:00Z", "2026-01-31T12:00:00+01:00", "2016-12-31T23:59:60Z"))),
    scalar(text(java.util.UUID(random.nextLong(), random.nextLong()).toString)),
    { val few = Vector.fill(2 + random.nextInt(5))(name()); scalar(text(few(random.nextInt(few.size)))) },
    scalar(Json.Null()(0))
  )

  private def optional(of: Drawn): Drawn = (depth: Int) => if chance(3) then Json.Null()(0) else of.next(depth)

  private def array(of: Drawn): Drawn = (depth: Int) =>
    Json.Items(Vector.fill(if depth > 6 then 0 else random.nextInt(4))(of.next(depth + 1)))(0)

  private def map(of: Drawn): Drawn =
    val key = pick(() => random.nextInt(100_000).toString, () => word() + word() + random.nextInt(10))
    (depth: Int) =>
      val keys = List.fill(random.nextInt(if depth == 0 then 60 else 8))(key()).distinct
      Json.Members(keys.toVector.map(_ -> of.next(depth + 1)))(0)

  private def fieldsOf(level: Int): Vector[(String, Drawn, Boolean)] =
    Vector.fill(random.nextInt(6))(name()).distinct.map(label => (label, draw(level + 1), chance(3)))

  private def members(fields: Vector[(String, Drawn, Boolean)], depth: Int): Vector[(String, Json)] =
    for (label, drawn, missing) <- fields if !missing || !chance(3) yield label -> drawn.next(depth + 1)

  private def record(level: Int): Drawn =
    val fields = fieldsOf(level)
    (depth: Int) => Json.Members(members(fields, depth))(0)

  private def union(level: Int): Drawn =
    val field = pick("type", "kind", "event", "$type")
    val cases = Vector.fill(1 + random.nextInt(5))(name()).distinct.map(_ -> fieldsOf(level).filter(_._1 != field))
    (depth: Int) =>
      val (kind, fields) = cases(random.nextInt(cases.size))
      Json.Members((field -> text(kind)) +: members(fields, depth))(0)

  private def tree(level: Int): Drawn =
    val fields           = fieldsOf(level)
    val branch           = name()
    val binary           = random.nextBoolean()
    lazy val self: Drawn = (depth: Int) =>
      val below =
        if binary then if depth > 5 || chance(2) then Vector() else Vector(branch -> self.next(depth + 1))
        else
          Vector(branch -> Json.Items(Vector.fill(if depth > 3 then 0 else random.nextInt(3))(self.next(depth + 1)))(0))
      Json.Members(members(fields.filter(_._1 != branch), depth) ++ below)(0)
    self

  /** Draws a type. */
  def draw(level: Int = 0): Drawn =
    if level >= 4 then scalars
    else
      pick(
        () => scalars,
        () => scalars,
        () => optional(draw(level + 1)),
        () => array(draw(level + 1)),
        () => map(draw(level + 1)),
        () => record(level),
        () => record(level),
        () => union(level),
        () => tree(level)
      )()
