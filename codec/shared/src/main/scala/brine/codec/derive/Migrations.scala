package brine.codec.derive

import brine.codec.Migration
import brine.codec.internal.schema.SameFields

import scala.annotation.tailrec

/** Finds the given migrations to a type, and refuses those that could never be used. */
private[derive] trait Migrations extends Structures:
  import quotes.reflect.*

  /** The given [[brine.codec.Migration]] to a type, if there is one. */
  def migrationTo(tpe: TypeRepr): Option[Term] =
    // Only a type with a companion can provide a migration.
    if !tpe.typeSymbol.companionModule.exists then None
    else
      Implicits.search(TypeRepr.of[Migration].appliedTo(List(TypeBounds.empty, tpe))) match
        case found: ImplicitSearchSuccess =>
          requireOtherFields(tpe, olderType(found.tree), Nil)
          Some(found.tree)
        case _: AmbiguousImplicits =>
          report.errorAndAbort(
            s"There are several migrations to ${tpe.show}. Give each version the one from the version before it."
          )
        case _ => None

  private def olderType(migration: Term): Option[TypeRepr] =
    migration.tpe.widen.baseType(TypeRepr.of[Migration].typeSymbol) match
      case AppliedType(_, List(old: TypeRepr, _)) => Some(old)
      case _                                      => None

  // Data of a type must differ from those of each older one in a field. Types whose fields have different types may
  // still have the same schema; the codec finds that when it makes its own.
  @tailrec
  private def requireOtherFields(tpe: TypeRepr, older: Option[TypeRepr], seen: List[TypeRepr]): Unit = older match
    case Some(old) if !seen.exists(_ =:= old) =>
      if haveSameFields(tpe, old) then
        report.errorAndAbort(SameFields.problem(shortName(tpe.typeSymbol), shortName(old.typeSymbol)))
      val before = Implicits.search(TypeRepr.of[Migration].appliedTo(List(TypeBounds.empty, old))) match
        case found: ImplicitSearchSuccess => olderType(found.tree)
        case _                            => None
      requireOtherFields(tpe, before, old :: seen)
    case _ => ()

  private def haveSameFields(tpe: TypeRepr, old: TypeRepr): Boolean =
    val (now, before) = (fieldsOf(tpe), fieldsOf(old))
    now.nonEmpty && now.sizeCompare(before) == 0 && now.lazyZip(before).forall { case ((name, of), (older, olderOf)) =>
      name == older && of =:= olderOf
    }
