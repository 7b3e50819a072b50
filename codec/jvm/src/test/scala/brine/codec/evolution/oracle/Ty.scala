package brine.codec.evolution.oracle

import brine.codec.Schema.Kind

/** A type of a program, as data. The `id` of a part stays the same through all changes of the type, so that the ids say
  * which part of an old type a part of a new type was. Parts with the same id are one class.
  */
sealed trait Ty:
  def id: Int

object Ty:
  final case class Prim(id: Int, kind: Kind)                      extends Ty
  final case class Opt(id: Int, of: Ty)                           extends Ty
  final case class Alt(id: Int, left: Ty, right: Ty)              extends Ty
  final case class Tup(id: Int, slots: Vector[Fld])               extends Ty
  final case class Coll(id: Int, kind: Collected, of: Ty)         extends Ty
  final case class Dict(id: Int, key: Ty, value: Ty)              extends Ty
  final case class Opaque(id: Int, of: Ty)                        extends Ty
  final case class Marked(id: Int, of: Ty)                        extends Ty
  final case class Sum(id: Int, name: String, cases: Vector[Cse]) extends Ty

  /** A case class.
    *
    * @param generation
    *   how many migrations lead to it
    * @param old
    *   the migration to it, if there is one
    */
  final case class Rec(id: Int, name: String, fields: Vector[Fld], generation: Int, old: Option[Old]) extends Ty:
    def isWrapper: Boolean = fields.sizeIs == 1

  /** The parts of a type, one level down. */
  def parts(ty: Ty): Vector[Ty] = ty match
    case _: Prim          => Vector.empty
    case Opt(_, of)       => Vector(of)
    case Alt(_, l, r)     => Vector(l, r)
    case Tup(_, slots)    => slots.map(_.of)
    case Coll(_, _, of)   => Vector(of)
    case Dict(_, k, v)    => Vector(k, v)
    case Opaque(_, of)    => Vector(of)
    case Marked(_, of)    => Vector(of)
    case Sum(_, _, cases) => cases.flatMap(_.fields.map(_.of))
    case rec: Rec         => rec.fields.map(_.of)

  def all(ty: Ty): Vector[Ty] = ty +: parts(ty).flatMap(all)

  def size(ty: Ty): Int = 1 + parts(ty).map(size).sum

  /** The type as text; ids in brackets where they help to see what became of a part. */
  def text(ty: Ty): String = ty match
    case Prim(_, kind)       => kind.toString
    case Opt(_, of)          => s"Option[${text(of)}]"
    case Alt(_, l, r)        => s"Either[${text(l)}, ${text(r)}]"
    case Tup(_, slots)       => slots.map(slot => s"${text(slot.of)}#${slot.id}").mkString("(", ", ", ")")
    case Coll(_, kind, of)   => s"$kind[${text(of)}]"
    case Dict(_, k, v)       => s"Map[${text(k)}, ${text(v)}]"
    case Opaque(_, of)       => s"opaque[${text(of)}]"
    case Marked(_, of)       => s"@dict ${text(of)}"
    case Sum(_, name, cases) => s"sum $name{${cases.map(caseText).mkString(" | ")}}"
    case rec: Rec            =>
      val from = rec.old.fold("")(old => s" migrated from ${text(old.of)}")
      s"${rec.name}#${rec.id}(${rec.fields.map(fieldText).mkString(", ")})$from"

  private def caseText(c: Cse): String =
    val was = c.was.map(name => s"@was($name) ").mkString
    s"$was${c.name}#${c.id}(${c.fields.map(fieldText).mkString(", ")})"

  private def fieldText(field: Fld): String =
    val was = field.was.map(name => s"@was($name) ").mkString
    s"$was${field.name}#${field.id}: ${text(field.of)}${field.default.fold("")(value => s" = $value")}"

enum Collected:
  case List, Vector, Set

/** A field of a class, or a part of a tuple; `default` is its value in data that lack it. */
final case class Fld(id: Int, name: String, of: Ty, was: Vector[String] = Vector.empty, default: Option[Any] = None)

/** A case of a sum. */
final case class Cse(id: Int, name: String, fields: Vector[Fld], was: Vector[String] = Vector.empty)

/** A migration from an older class. It gives the new field `to` the text of the old field `from`, and copies all fields
  * that both have.
  */
final case class Old(of: Ty.Rec, from: Int, to: Int, toType: Ty)

/** A value of a class or a case. The value of an opaque type is that of the type below. */
final case class Obj(name: String, fields: Vector[Any]):
  override def toString: String = s"$name${fields.mkString("(", ", ", ")")}"
