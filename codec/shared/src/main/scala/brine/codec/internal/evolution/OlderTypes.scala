package brine.codec.internal.evolution

import brine.codec.Schema.{Definition, Field, Type}
import brine.codec.internal.Derived
import brine.codec.internal.Structure.Part
import brine.codec.{Codec, Migration}

/** The chain of older types that migrations lead back to. */
private[codec] object OlderTypes:
  /** Whether the data has exactly the type of the older type, or of one of its predecessors. */
  def include(old: Codec[?], resolver: Resolver, tpe: Type): Boolean =
    isAny(old)(codec => resolver.isSame(tpe, codec.schema))

  /** Whether the fields of a case are exactly those of the older type, or of one of its predecessors. */
  def include(old: Codec[?], resolver: Resolver, fields: Vector[Field]): Boolean =
    isAny(old)(codec => resolver.areSame(fields, codec.schema, fieldsOf(codec)))

  /** A migration whose older type has fields, with its parts. */
  def record(migration: Migration[Any, Any]): Option[(Migration[Any, Any], Parts, Part.Record)] =
    partsOf(migration.old).flatMap(parts => parts.rootRecord.map((migration, parts, _)))

  private def isAny(old: Codec[?])(is: Codec[?] => Boolean): Boolean =
    is(old) || partsOf(old).flatMap(_.ownMigration).exists(migration => isAny(migration.old)(is))

  private def partsOf(codec: Codec[?]): Option[Parts] = codec match
    case derived: Derived[?] => Some(derived.parts)
    case _                   => None

  private def fieldsOf(codec: Codec[?]): Vector[Field] =
    codec.schema.root match
      case Type.Wrapped(_, field, of) => Vector(Field(field, of))
      case Type.Named(index)          =>
        codec.schema.definitions(index) match
          case Definition.Record(_, fields) => fields
          case Definition.Sum(_, _)         => Vector.empty
      case _ => Vector.empty
