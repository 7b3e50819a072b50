package brine.codec.internal.evolution

import brine.codec.Schema.{Definition, Field, Type}
import brine.codec.internal.errors.SchemaText
import brine.codec.internal.matching.SameSchema
import brine.codec.internal.schema.Structure.Part
import brine.codec.{Codec, Migration, Schema}

/** The chain of older types that migrations lead back to. */
private[codec] object OlderTypes:
  /** Whether the data has exactly the type of the older type, or of one of its predecessors. */
  def include(old: Codec[?], resolver: Resolver, tpe: Type): Boolean =
    isAny(old)(codec => resolver.isSame(tpe, codec.schema))

  /** Whether the fields of a case are exactly those of the older type, or of one of its predecessors. */
  def include(old: Codec[?], resolver: Resolver, fields: Vector[Field]): Boolean =
    isAny(old)(codec => resolver.areSame(fields, codec.schema, fieldsOf(codec.schema)))

  /** The name of the older type, or of a predecessor of it, whose data nothing distinguishes from those of a schema. */
  def sameAs(schema: Schema, old: Codec[?]): Option[String] =
    var same = Option.empty[String]
    val is   = isAny(old) { codec =>
      val older = codec.schema
      val found = fieldsOf(schema).isEmpty && SameSchema(schema, schema.root, older, older.root)(() => ()) ||
        fieldsOf(schema).nonEmpty && SameSchema.ofFields(schema, fieldsOf(schema), older, fieldsOf(older))(() => ())
      if found then same = Some(nameOf(older))
      found
    }
    if is then same else None

  /** The name of what is written by a schema: that of the class, if it is one. */
  def nameOf(schema: Schema): String = schema.root match
    case Type.Wrapped(name, _, _) => SchemaText.cut(name)
    case Type.Named(index)        => SchemaText.cut(schema.definitions(index).name)
    case other                    => SchemaText.render(schema, other)

  /** A migration whose older type has fields, with its parts. */
  def record(migration: Migration[Any, Any]): Option[(Migration[Any, Any], Parts, Part.Record)] =
    Parts.of(migration.old).flatMap(parts => parts.rootRecord.map((migration, parts, _)))

  private def isAny(old: Codec[?])(is: Codec[?] => Boolean): Boolean =
    is(old) || Parts.of(old).flatMap(_.migrations.own).exists(migration => isAny(migration.old)(is))

  private def fieldsOf(schema: Schema): Vector[Field] =
    schema.root match
      case Type.Wrapped(_, field, of) => Vector(Field(field, of))
      case Type.Named(index)          =>
        schema.definitions(index) match
          case Definition.Record(_, fields) => fields
          case Definition.Sum(_, _)         => Vector.empty
      case _ => Vector.empty
