package brine.codec.internal.evolution

import brine.codec.Schema.Type
import brine.codec.internal.matching.Incompatible
import brine.codec.internal.schema.Structure
import brine.codec.{Codec, Schema}

import scala.collection.mutable

/** The readers of values that others refer to: those marked by `@dict`, and shared ones. A part of [[Resolver]]. */
private[evolution] trait Occurrences:
  def written: Schema
  def resolve(tpe: Type, target: Target): Codec[?]
  def render(tpe: Type): String
  protected def attempts: Attempts

  // The same type may be part of several derived codecs, one of which has its own codec for it.
  protected def normal(target: Target): Target = target match
    case Target.Part(parts, Structure.Shape.External(number, _)) => normal(Target.Whole(parts.external(number)))
    case Target.Whole(codec)                                     => Parts.of(codec).fold(target)(Target.whole)
    case other                                                   => other

  private val repeatedReaders = mutable.HashMap.empty[(Type, Target), RepeatedReader]

  // One reader for all occurrences of a type with the same target, so that a referenced value is read once per target.
  protected def repeated(of: Type, wanted: Target): Codec[?] =
    val target = normal(wanted)
    repeatedReaders.getOrElse(
      (of, target), {
        val reader = RepeatedReader(written, of)
        attempts.run(() => repeatedReaders((of, target)) = reader)(() => repeatedReaders.remove((of, target)): Unit)
        reader.of = resolve(of, target)
        reader
      }
    )

  private val sharedReaders = mutable.HashMap.empty[Type, SharedReader]

  // One reader for all occurrences of a type: a value skipped at its first occurrence may be needed at a reference.
  protected def shared(of: Type, wanted: Target, name: String): SharedReader =
    val target = normal(wanted)
    sharedReaders.get(of) match
      case Some(known) if target == Target.Anything || known.target == target || isOneType(known.name, name) => known
      case Some(known) if known.target == Target.Anything                                                    =>
        val (oldTarget, oldName, oldOf) = (known.target, known.name, known.of)
        attempts.run { () =>
          known.target = target
          known.name = name
        } { () =>
          known.target = oldTarget
          known.name = oldName
        }
        val newOf = resolve(of, target)
        attempts.run(() => known.of = newOf)(() => known.of = oldOf)
        known
      case Some(_) =>
        throw Incompatible("", s"shared values of ${render(of)} would become values of several types")
      case None =>
        val reader = SharedReader(name, target)
        attempts.run(() => sharedReaders(of) = reader)(() => sharedReaders.remove(of): Unit)
        reader.of = resolve(of, target)
        reader

  // Several codecs of one type may be derived; they read values of that type, identified by its full name.
  private def isOneType(name: String, other: String): Boolean = name == other && name.startsWith(Occurrences.As)

private[evolution] object Occurrences:
  /** Prefix of the names of shared values with a known type. */
  final val As = "as "
