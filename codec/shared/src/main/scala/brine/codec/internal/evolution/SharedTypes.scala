package brine.codec.internal.evolution

import brine.codec.Schema.Type
import brine.codec.internal.{Derived, Structure}
import brine.codec.{Codec, Shared}

import scala.collection.mutable

/** The readers of a plan for what refers and is referred to. There is one for all occurrences of a type that become the same. */
private[codec] final class SharedTypes(resolver: Resolver):
  private val repeatedReaders = mutable.HashMap.empty[(Type, Target), RepeatedReader]
  private val sharedReaders   = mutable.HashMap.empty[Type, SharedReader]

  /** Values marked by `@dict`: read once for each thing they become, however often they are referred to. */
  def repeated(of: Type, wanted: Target): Codec[?] =
    val target = normal(wanted) match
      case Target.Part(parts, Structure.Shape.Repeated(_, inner)) => Target.Part(parts, inner)
      case other                                                  => other
    repeatedReaders.getOrElse(
      (of, target), {
        val reader = RepeatedReader(of)
        repeatedReaders((of, target)) = reader
        resolver.toUndo(() => repeatedReaders.remove((of, target)): Unit)
        reader.of = resolver.resolve(of, target)
        reader
      }
    )

  /** Values that were written as shared. */
  def shared(of: Type, wanted: Target): Codec[?] = normal(wanted) match
    case Target.Part(parts, Structure.Shape.Identity(name, inner)) =>
      shared(of, normal(Target.Part(parts, inner)), SharedTypes.As + name)
    case target =>
      Converted(
        shared(of, target, f"of ${resolver.written.fingerprint}%016x $of"),
        _.asInstanceOf[Shared[?]].value
      )

  // What refers and what is referred to may be parts of several derived codecs, of which one has the other among its own.
  private def normal(target: Target): Target = target match
    case Target.Part(parts, Structure.Shape.External(number, _)) => normal(Target.Whole(parts.external(number)))
    case Target.Whole(derived: Derived[?])                       => Target.Part(derived.parts, derived.parts.root)
    case other                                                   => other

  // What is left out where it first occurs may be referred to where it is wanted.
  private def shared(of: Type, target: Target, name: String): Codec[?] =
    sharedReaders.get(of) match
      case Some(known) if target == Target.Anything || known.target == target || isOneType(known.name, name) => known
      case Some(known) if known.target == Target.Anything                                                    =>
        val (oldTarget, oldName, oldOf) = (known.target, known.name, known.of)
        resolver.toUndo { () =>
          known.target = oldTarget
          known.name = oldName
          known.of = oldOf
        }
        known.target = target
        known.name = name
        known.of = resolver.resolve(of, target)
        known
      case Some(_) =>
        throw Incompatible("", s"shared values of ${resolver.render(of)} would become values of several types")
      case None =>
        val reader = SharedReader(name, target)
        sharedReaders(of) = reader
        resolver.toUndo(() => sharedReaders.remove(of): Unit)
        reader.of = resolver.resolve(of, target)
        reader

  // Several codecs of one type may be derived; what they read is of that type, whose full name is the name.
  private def isOneType(name: String, other: String): Boolean = name == other && name.startsWith(SharedTypes.As)

private object SharedTypes:
  /** What the names of shared values of a known type start with. */
  private final val As = "as "
