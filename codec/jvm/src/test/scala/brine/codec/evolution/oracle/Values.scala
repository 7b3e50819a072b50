package brine.codec.evolution.oracle

import brine.codec.Schema.Kind

import java.time.Instant
import scala.runtime.Tuples
import scala.util.Random

/** Values of a type, drawn at random; small ones and repeated ones often. */
final class Values(random: Random):
  private def pick[A](of: A*): A = of(random.nextInt(of.size))

  def of(ty: Ty): Any = of(ty, 12)

  private def of(ty: Ty, room: Int): Any = ty match
    case Ty.Prim(_, kind)    => plain(kind)
    case Ty.Opt(_, of)       => if random.nextInt(3) == 0 then None else Some(this.of(of, room))
    case Ty.Alt(_, l, r)     => if random.nextBoolean() then Left(of(l, room)) else Right(of(r, room))
    case Ty.Tup(_, slots)    => Values.tuple(slots.map(slot => of(slot.of, room)))
    case Ty.Opaque(_, of)    => this.of(of, room)
    case Ty.Marked(_, of)    => this.of(of, room)
    case rec: Ty.Rec         => Obj(rec.name, rec.fields.map(field => of(field.of, room)))
    case Ty.Sum(_, _, cases) =>
      val chosen = cases(random.nextInt(cases.size))
      Obj(chosen.name, chosen.fields.map(field => of(field.of, room)))
    case Ty.Dict(_, k, v)     => List.fill(size(room))(of(k, room / 3) -> of(v, room / 3)).toMap
    case Ty.Coll(_, kind, of) =>
      val elements = List.fill(size(room))(this.of(of, room / 3))
      kind match
        case Collected.List   => elements
        case Collected.Vector => elements.toVector
        case Collected.Set    => elements.toSet

  // Long collections are packed, or in columns.
  private def size(room: Int): Int =
    if room >= 12 && random.nextInt(5) == 0 then 16 + random.nextInt(20) else random.nextInt(math.min(4, room + 1))

  private def plain(kind: Kind): Any = kind match
    case Kind.Unit       => ()
    case Kind.Boolean    => random.nextBoolean()
    case Kind.Byte       => number.toByte
    case Kind.Short      => number.toShort
    case Kind.Int        => number
    case Kind.Long       => if random.nextInt(4) == 0 then random.nextLong() else number.toLong
    case Kind.Char       => pick('a', 'b', '\u0000', 'я')
    case Kind.Float      => pick(0f, 1f, 2.5f, -3.25f, 1e10f)
    case Kind.Double     => pick(0d, 1d, 2.5, -0.1, 1e300)
    case Kind.BigInt     => BigInt(number) * pick(BigInt(1), BigInt(2).pow(70))
    case Kind.BigDecimal => BigDecimal(number) / 4
    case Kind.Instant    => Instant.EPOCH.plusSeconds(number).plusNanos(pick(0, 1000000))
    case _               => pick("", "a", "north", "south", "привет", "a somewhat longer text")

  private def number: Int = random.nextInt(4) match
    case 0 => 0
    case 1 => 1
    case 2 => random.nextInt(200) - 100
    case _ => random.nextInt()

object Values:
  def tuple(of: Vector[Any]): Any = Tuples.fromArray(of.map(_.asInstanceOf[AnyRef]).toArray[Object])

  /** A value of each type that nothing but the type decides. */
  def first(ty: Ty): Any = Values(Random(1)).of(ty)

  /** Whether two values are the same, where `expected` may allow several; the type of a number counts. */
  def agree(expected: Any, got: Any): Boolean = (expected, got) match
    case (OrNone(value), _)           => agree(value, got) || Truth.isNone(got)
    case (OneOf(first, other), _)     => agree(first, got) || agree(other, got)
    case (a: Obj, b: Obj)             => a.name == b.name && all(a.fields, b.fields)
    case (Some(a), Some(b))           => agree(a, b)
    case (Left(a), Left(b))           => agree(a, b)
    case (Right(a), Right(b))         => agree(a, b)
    case (a: List[?], b: List[?])     => all(a, b)
    case (a: Vector[?], b: Vector[?]) => all(a, b)
    case (a: Map[?, ?], b: Map[?, ?]) => each(a.toList, b.toList)
    case (a: Set[?], b: Set[?])       => each(a.toList, b.toList)
    case (a: Product, b: Product) if a.productPrefix.startsWith("Tuple") && b.productPrefix.startsWith("Tuple") =>
      all(a.productIterator.toVector, b.productIterator.toVector)
    case (a, b) => a.getClass == b.getClass && a == b

  private def all(a: Seq[Any], b: Seq[Any]): Boolean =
    a.sizeCompare(b) == 0 && a.lazyZip(b).forall(agree)

  // In any order: most are equal, and then the order is the same.
  private def each(a: List[Any], b: List[Any]): Boolean =
    a.sizeCompare(b) == 0 && a.forall(x => b.exists(agree(x, _)))

/** A value, in place of which a reader may give a `None` at any level: the value has no content. */
final case class OrNone(value: Any)

/** Either of two values is right. */
final case class OneOf(first: Any, other: Any)
