package brine.codec.evolution.oracle

import brine.codec.Schema.Kind

import scala.util.Random

/** Types drawn at random. Classes of one field, Options and Booleans are drawn often. */
final class Types(random: Random):
  private var last = 0

  def newId(): Int =
    last += 1
    last

  private val kinds = Vector(
    Kind.Boolean,
    Kind.Boolean,
    Kind.Boolean,
    Kind.Int,
    Kind.Int,
    Kind.Int,
    Kind.String,
    Kind.String,
    Kind.Long,
    Kind.Short,
    Kind.Byte,
    Kind.Char,
    Kind.Float,
    Kind.Double,
    Kind.BigInt,
    Kind.BigDecimal,
    Kind.Instant,
    Kind.Unit
  )

  def plain(): Ty = Ty.Prim(newId(), kinds(random.nextInt(kinds.size)))

  /** A root: most are classes. */
  def root(): Ty =
    val depth = 1 + random.nextInt(3)
    random.nextInt(8) match
      case 0 => of(depth)
      case 1 => sum(depth)
      case _ => record(depth)

  def of(depth: Int): Ty =
    def inner() = of(depth - 1)
    if depth <= 0 then if random.nextInt(3) == 0 then Ty.Opt(newId(), plain()) else plain()
    else
      random.nextInt(22) match
        case 0 | 1 | 2 | 3 => plain()
        case 4 | 5 | 6     => Ty.Opt(newId(), inner())
        case 7             => Ty.Alt(newId(), inner(), inner())
        case 8      => Ty.Tup(newId(), Vector.tabulate(2 + random.nextInt(2))(i => Fld(newId(), s"_${i + 1}", inner())))
        case 9 | 10 => Ty.Coll(newId(), Collected.fromOrdinal(random.nextInt(3)), element(depth - 1))
        case 11     => Ty.Dict(newId(), Ty.Prim(newId(), Kind.Int), inner())
        case 12     => Ty.Opaque(newId(), inner())
        case 13 | 14 => sum(depth)
        case 15      => Ty.Marked(newId(), record(depth, 2))
        case _       => record(depth)

  // Often a class or an opaque type around a number, because a sequence of numbers is packed and of these is not.
  private def element(depth: Int): Ty = random.nextInt(6) match
    case 0 => Ty.Opaque(newId(), plain())
    case 1 =>
      val (id, number) = (newId(), newId())
      Ty.Rec(id, s"C$id", Vector(Fld(number, s"f$number", plain())), 0, None)
    case _ => of(depth)

  def record(depth: Int, least: Int = 1): Ty.Rec =
    val id = newId()
    // One class may be the type of several fields.
    val fields = fill(least + (if random.nextInt(3) == 0 then 0 else random.nextInt(4)))(field(depth - 1))
    val again  =
      if fields.nonEmpty && random.nextInt(6) == 0 then
        val number = newId()
        Vector(Fld(number, s"f$number", fields(random.nextInt(fields.size)).of))
      else Vector.empty
    Ty.Rec(id, s"C$id", fields ++ again, 0, None)

  private def fill[A](count: Int)(make: => A): Vector[A] = Vector.fill(count)(make)

  def field(depth: Int): Fld =
    val id = newId()
    val ty = of(depth)
    Fld(id, s"f$id", if random.nextInt(25) == 0 then Ty.Marked(newId(), ty) else ty)

  def sum(depth: Int): Ty.Sum =
    val id = newId()
    Ty.Sum(id, s"S$id", fill(1 + random.nextInt(4))(newCase(depth)))

  def newCase(depth: Int): Cse =
    val id = newId()
    Cse(id, s"K$id", fill(random.nextInt(3))(field(depth - 1)))
