package brine.codec.internal.evolution

import brine.codec.Schema.{Definition, Field, Type}
import brine.codec.internal.columns.Column
import brine.codec.internal.schema.Structure.{Part, Shape}
import brine.codec.internal.schema.{SameFields, SchemaLinker, Structure}
import brine.codec.{Codec, In, Migration, Schema}

import java.util.concurrent.ConcurrentHashMap

/** The migrations to the parts of a derived codec: which data they apply to.
  *
  * Data of exactly the present type are read directly, and data of exactly an older type by its migration. Nothing may
  * be both: [[problem]] finds such types. Other data are read in the way that drops and fills in fewer fields, by the
  * migration if both ways are equal.
  */
private[codec] final class Migrations(
    parts: Parts,
    structure: Structure,
    externals: => Array[Codec[?]],
    maker: (Int, Array[AnyRef]) => Any
):
  private def get(number: Int): Option[Migration[Any, Any]] =
    if number < 0 then None else Option(maker(number, Array.empty).asInstanceOf[Migration[Any, Any]])

  private def numberOf(shape: Shape): Int = shape match
    case Shape.Named(index) =>
      structure.parts(index) match
        case record: Part.Record => record.migration
        case sum: Part.Sum       => sum.migration
    case wrapper: Shape.Wrapper => wrapper.migration
    case _                      => -1

  /** The migration to whole values from their older type. */
  def own: Option[Migration[Any, Any]] = get(numberOf(structure.root))

  /** Every shape that has a migration, with it. Runs code of the user, which makes the migrations. */
  def all: Vector[(Shape, Migration[Any, Any])] =
    val wrappers = structure.shapes.filter(_.isInstanceOf[Shape.Wrapper])
    val named    = structure.parts.indices.map(Shape.Named(_))
    for shape <- wrappers ++ named; migration <- get(numberOf(shape)) yield (shape, migration)

  /** Why nothing distinguishes the data of a type from those of an older one; `None` if something does. The names of
    * classes do not tell, since the class that stands for the older type has another name than it had.
    */
  def problem(all: Vector[(Shape, Migration[Any, Any])]): Option[String] =
    all.iterator
      .flatMap { (shape, migration) =>
        val schema = ownSchema(shape)
        OlderTypes.sameAs(schema, migration.old).map(SameFields.problem(OlderTypes.nameOf(schema), _))
      }
      .nextOption()

  /** Whether the older type of a migration has a field that is or was called `name`. */
  def olderClaims(number: Int, name: String, entered: OneField.Entered): Boolean =
    get(number).exists(migration => Parts.of(migration.old).exists(_.claims(name, entered)))

  /** Reads data as a shape, by its migration or directly. */
  def read(tpe: Type, shape: Shape, resolver: Resolver)(direct: => Codec[?]): Codec[?] =
    val number = numberOf(shape)
    get(number) match
      case None            => direct
      case Some(migration) =>
        def old: Codec[?] = Converted(resolver.resolve(tpe, Target.Whole(migration.old)), migration.migrate)
        if resolver.isSame(tpe, ownSchema(shape)) then direct
        else if OlderTypes.include(migration.old, resolver, tpe) then old
        else if isOnlyOfPresent(tpe, shape, number, resolver) then direct
        else if isOfPresent(tpe, shape, migration, resolver) then resolver.orElse(direct)(_ => old)
        else resolver.migrated(old, direct, isUnclear = Resolver.isNameless(tpe))

  // Whether data have more of the fields of this type than of all older ones: then they are no older data.
  private def isOfPresent(
      tpe: Type,
      shape: Shape,
      migration: Migration[Any, Any],
      resolver: Resolver
  ): Boolean = (parts.recordOf(shape), resolver.fieldsOf(tpe)) match
    case (Some(record), Some(fields)) =>
      def read(of: Part.Record) = fields.count(field => of.fields.exists(OneField.isNamed(_, field.name)))
      def most(migration: Migration[Any, Any]): Int =
        OlderTypes.record(migration).fold(Int.MaxValue) { (_, parts, older) =>
          parts.migrations.own.fold(read(older))(before => math.max(read(older), most(before)))
        }
      read(record) > most(migration)
    case _ => false

  // Whether data, maybe in Options, have a field of this type and none of an older one. The older type could take them
  // only as the content of a field that they do not have.
  private def isOnlyOfPresent(tpe: Type, shape: Shape, number: Int, resolver: Resolver): Boolean =
    (parts.recordOf(shape), resolver.fieldsOf(Resolver.withoutOptions(tpe))) match
      case (Some(record), Some(fields)) =>
        def isOlder(name: String): Boolean =
          resolver.countComparison()
          olderClaims(number, name, new OneField.Entered)
        get(number).flatMap(OlderTypes.record).nonEmpty &&
        fields.exists(field => record.fields.exists(OneField.isNamed(_, field.name))) &&
        !fields.exists(field => isOlder(field.name))
      case _ => false

  /** Like [[read]], for the fields of a case, which is not a value of its own. */
  def fields(fields: Vector[Field], record: Part.Record, resolver: Resolver)(make: (In, Any) => Any): Fields =
    def direct: Fields = parts.fieldsOf(fields, record, resolver)((in, parts) => make(in, maker(record.make, parts)))
    get(record.migration).flatMap(OlderTypes.record) match
      case None                            => direct
      case Some((migration, older, whole)) =>
        def old: Fields =
          older.migrations.fields(fields, whole, resolver)((in, value) => make(in, migration.migrate(value)))
        if isOwn(fields, record, resolver) then direct
        else if OlderTypes.include(migration.old, resolver, fields) then old
        else resolver.migrated(old, direct)

  private def isOwn(fields: Vector[Field], record: Part.Record, resolver: Resolver): Boolean =
    structure.parts.indexWhere(_ eq record) match
      case -1    => false
      case index =>
        val schema = ownSchema(Shape.Named(index))
        schema.definitions.headOption.exists {
          case Definition.Record(_, own) => resolver.areSame(fields, schema, own)
          case _: Definition.Sum         => false
        }

  // The schemas of the parts that have migrations, by number.
  private val ownSchemas = new ConcurrentHashMap[Int, Schema]

  private def ownSchema(shape: Shape): Schema =
    val key = shape match
      case Shape.Named(index)     => index
      case wrapper: Shape.Wrapper => -1 - wrapper.make
      case _                      => Int.MinValue
    val known = ownSchemas.get(key)
    if known != null then known
    else
      val plain = Structure(shape, structure.parts).schema
      val made  = SchemaLinker.fill(plain, externals.map(_.schema).toVector)(n => Column.isOwn(externals(n)))
      ownSchemas.put(key, made): Unit
      made
