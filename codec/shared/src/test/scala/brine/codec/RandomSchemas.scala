package brine.codec

import brine.codec.Schema.{Case, Definition, Field, Kind, Type}

import scala.util.Random

/** Schemas of every shape there can be, those that no type has among them; the same for the same seed. */
final class RandomSchemas(seed: Int):
  private val random = Random(seed)

  private val names = Vector(
    "a",
    "b",
    "Tree",
    "Int",
    "Option",
    "boxed",
    "custom",
    "type",
    "version",
    "root",
    "record",
    "case",
    "two words",
    "",
    "`",
    "\\",
    "\"",
    "#",
    "# note",
    "a#2",
    "x: Int",
    "\u0000",
    "\n",
    "\u2028",
    "\ud800",
    "größe",
    "日本",
    "a.b",
    "1a",
    "💧",
    "@dict",
    "(",
    "\u202e",
    "dotted.name$"
  )

  private def pick[A](of: Vector[A]): A                 = of(random.nextInt(of.size))
  private def some[A](most: Int)(make: => A): Vector[A] = Vector.fill(random.nextInt(most + 1))(make)

  def schema(): Schema =
    val count        = random.nextInt(6)
    def fields()     = some(4)(Field(pick(names), tpe(count, 4)))
    def definition() =
      if random.nextBoolean() then Definition.Record(pick(names), fields())
      else Definition.Sum(pick(names), some(4)(Case(pick(names), fields())))
    Schema(tpe(count, 6), Vector.fill(count)(definition()))

  private def tpe(definitions: Int, depth: Int): Type =
    def inner() = tpe(definitions, depth - 1)
    random.nextInt(if depth == 0 then 3 else 14) match
      case 0 | 1                => Type.Primitive(pick(Kind.values.toVector))
      case 2 if definitions > 0 => Type.Named(random.nextInt(definitions))
      case 3                    => Type.Optional(inner())
      case 4                    => Type.Either(inner(), inner())
      case 5                    => Type.Sequence(inner())
      case 6                    => Type.Map(inner(), inner())
      case 7                    => Type.Tuple(some(3)(inner()))
      case 8                    => Type.Boxed(inner())
      case 9                    => Type.Shared(inner())
      case 10                   => Type.Repeated(inner())
      case 11                   => Type.Wrapped(pick(names), pick(names), inner())
      case 12                   => Type.Set(inner())
      case _                    => Type.Custom(pick(names))
