package brine.codec.evolution.oracle

import brine.codec.Schema.Kind
import brine.codec.internal.codecs.Derived
import brine.codec.internal.columns.{Columns, Registers}
import brine.codec.internal.evolution.{Resolver, Target}
import brine.codec.internal.schema.Structure.{Collection, Part, PartCase, PartField, Shape}
import brine.codec.internal.schema.{Kinds, Structure, StructureBytes}
import brine.codec.{Codec, In, Migration, Out}

import java.util.IdentityHashMap
import scala.collection.mutable

/** Codecs of types that are data, with the structure that the macro gives to the codecs of compiled types. */
object Codecs:
  private val known = new ThreadLocal[IdentityHashMap[Ty, Codec[Any]]]:
    override def initialValue(): IdentityHashMap[Ty, Codec[Any]] = new IdentityHashMap

  /** Forgets the codecs of types that are no longer in use. */
  def clear(): Unit = known.get.clear()

  def of(ty: Ty): Codec[Any] =
    val found = known.get.get(ty)
    if found != null then found
    else
      val made = make(ty)
      known.get.put(ty, made): Unit
      made

  private def make(ty: Ty): Codec[Any] =
    val codec = ty match
      case Ty.Prim(_, kind) => Kinds.codec(kind)
      case Ty.Opt(_, inner) => Codec.optionCodec(using of(inner))
      case Ty.Alt(_, l, r)  => Codec.eitherCodec(using of(l), of(r))
      case Ty.Tup(_, slots) => Derived.tuple(slots.map(slot => of(slot.of)).toArray[Codec[?]])
      case coll: Ty.Coll    => collection(coll)
      case Ty.Dict(_, k, v) => Codec.mapCodec(using of(k), of(v))
      case _: (Ty.Opaque | Ty.Marked | Ty.Sum | Ty.Rec) => dynamic(ty)
    codec.asInstanceOf[Codec[Any]]

  private def collection(coll: Ty.Coll): Codec[?] = coll.kind match
    case Collected.List   => Codec.listCodec(using of(coll.of))
    case Collected.Vector => Codec.vectorCodec(using of(coll.of))
    case Collected.Set    => Codec.setCodec(using of(coll.of))

  private def dynamic(ty: Ty): Dynamic =
    val shapes = new Shapes
    val root   = shapes.of(ty)
    val bytes  = StructureBytes.encode(Structure(root, shapes.parts.toVector))
    Dynamic(ty, bytes.map(b => (b & 0xff).toChar).mkString, shapes.externals.toVector, shapes.makers.toVector)

  /** The name by which references know a type. */
  def identity(ty: Ty): String = s"oracle ${Ty.text(ty)}"

  /** Builds the structure of a type; numbers the codecs of others and the functions that make values. */
  private final class Shapes:
    val externals       = mutable.ArrayBuffer.empty[Codec[?]]
    val makers          = mutable.ArrayBuffer.empty[Array[AnyRef] => Any]
    val parts           = mutable.ArrayBuffer.empty[Part]
    private val numbers = mutable.HashMap.empty[Ty, Int]

    private def external(codec: Codec[?]): Int =
      externals += codec
      externals.size - 1

    private def maker(make: Array[AnyRef] => Any): Int =
      makers += make
      makers.size - 1

    def of(ty: Ty): Shape = ty match
      case Ty.Prim(_, kind) => Shape.Primitive(kind)
      case Ty.Opt(_, inner) => Shape.Optional(of(inner))
      case Ty.Alt(_, l, r)  => Shape.Alternative(of(l), of(r))
      case Ty.Tup(_, slots) => Shape.Tuple(slots.map(slot => of(slot.of)))
      case coll: Ty.Coll    => sequence(coll)
      case Ty.Dict(_, k, v) => Shape.Mapping(external(Codecs.of(ty)), of(k), of(v))
      case Ty.Marked(_, of) => Shape.Repeated(identity(of), this.of(of))
      case Ty.Opaque(_, of) =>
        Shape.Wrapper("", maker(parts => parts(0)), -1, PartField("", Vector.empty, -1, this.of(of)))
      case rec: Ty.Rec if rec.isWrapper => wrapper(rec)
      case rec: Ty.Rec                  =>
        Shape.Named(numbers.getOrElseUpdate(rec, add(record(rec.name, rec.name, migration(rec), rec.fields))))
      case sum: Ty.Sum => Shape.Named(numbers.getOrElseUpdate(sum, add(this.sum(sum))))

    private def add(part: Part): Int =
      parts += part
      parts.size - 1

    private def wrapper(rec: Ty.Rec): Shape =
      Shape.Wrapper(rec.name, maker(parts => Obj(rec.name, parts.toVector)), migration(rec), field(rec.fields(0)))

    // Elements that are packed, and all of a set, are written by the codec of the collection.
    private def sequence(coll: Ty.Coll): Shape =
      val isPacked = coll.of match
        case Ty.Prim(_, kind) => kind.ordinal <= Kind.Double.ordinal
        case _                => false
      coll.kind match
        case _ if isParameter(coll)        => parameter(coll)
        case Collected.List if !isPacked   => Shape.Sequence(Collection.List, -1, of(coll.of))
        case Collected.Vector if !isPacked => Shape.Sequence(Collection.Vector, -1, of(coll.of))
        case Collected.Set                 => Shape.Sequence(Collection.Set, external(Codecs.of(coll)), of(coll.of))
        case _ => Shape.Sequence(Collection.External, external(Codecs.of(coll)), of(coll.of))

    // Some elements have the type of a type parameter, or a codec in scope.
    private def isParameter(coll: Ty.Coll): Boolean = coll.id % 3 == 0

    private def parameter(coll: Ty.Coll): Shape =
      val collection = if coll.kind == Collected.Set then Collection.Set else Collection.External
      Shape.Sequence(collection, external(Codecs.of(coll)), Shape.External(external(Codecs.of(coll.of)), false))

    private def record(name: String, made: String, migration: Int, fields: Vector[Fld]): Part =
      Part.Record(name, maker(parts => Obj(made, parts.toVector)), migration, fields.map(field))

    private def field(field: Fld): PartField =
      PartField(field.name, field.was, field.default.fold(-1)(value => maker(_ => value)), of(field.of))

    private def migration(rec: Ty.Rec): Int = rec.old.fold(-1) { old =>
      val migrate = Migration[Any, Any](Migrate(old, rec))(using Codecs.of(old.of))
      maker(_ => migrate)
    }

    private def sum(sum: Ty.Sum): Part =
      Part.Sum(
        sum.name,
        -1,
        -1,
        sum.cases.map { c =>
          if c.fields.isEmpty then PartCase(c.name, c.was, maker(_ => Obj(c.name, Vector.empty)), -1)
          else PartCase(c.name, c.was, -1, add(record(c.name, c.name, -1, c.fields)))
        }
      )

/** The codec of a class, a sum, an opaque type or a marked type. Its writer follows sections 7 to 11 of the format;
  * collections and plain values are written by their own codecs.
  */
final class Dynamic(ty: Ty, text: String, others: Vector[Codec[?]], makers: Vector[Array[AnyRef] => Any])
    extends Derived[Any](Writer.least(ty), text, 0L, ""):
  protected def newExternals: Array[Codec[?]]                = others.toArray
  protected def make(number: Int, parts: Array[AnyRef]): Any = makers(number)(parts)
  protected def leastExternals: Array[Int]                   = Array.empty

  def write(out: Out, value: Any): Unit = Writer.value(out, ty, value)

  // Data of the same type are read by a plan too: reading directly is not what the oracle looks at.
  private lazy val plan =
    val target = Target.whole(derivedParts)
    Resolver(schema).plan(target)

  def read(in: In): Any = plan.read(in)

  private lazy val own =
    val all = Writer.columns(ty)
    // Booleans in a class or an opaque type are not packed in sequences.
    if all != null && Truth.chain(ty).last.isInstanceOf[Ty.Prim] && all.nn.all.length == 1 then
      Columns(all.nn.all, inSequences = false)
    else if all == null then all
    else Stranger(all.nn)

  private[codec] override def columns: Columns | Null                                       = own
  private[codec] override def gather(value: Any, to: Registers, row: Int, first: Int): Unit =
    Writer.gather(ty, value, to, row, first): Unit
  private[codec] override def build(from: Registers, row: Int, first: Int): Any = plan.build(from, row, first)

/** Columns of a writer that does not ask what they cost, because readers take them from any. */
private final class Stranger(of: Columns) extends Columns(of.all, of.inSequences):
  override def fewest: Int = if arePacked then Columns.Fewest else Int.MaxValue
