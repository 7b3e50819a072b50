package brine.codec.internal.evolution

import brine.codec.Schema.{Definition, Field, Type}
import brine.codec.internal.errors.SchemaText
import brine.codec.internal.matching.Incompatible
import brine.codec.internal.schema.{Kinds, SchemaLayout}
import brine.codec.{Codec, In, UnknownCase}

/** Reads values that this program has no type for, to skip or to keep them. A record becomes an array of its fields, a
  * sum a [[Anything.Tagged]], a sequence or set a vector; other values stay as they are.
  */
private[codec] object Anything:
  /** A case of a sum, with its fields. */
  final class Tagged(val tag: Int, val fields: Array[AnyRef])

  def resolve(tpe: Type, resolver: Resolver): Codec[?] = tpe match
    case Type.Primitive(kind)          => Kinds.codec(kind)
    case Type.Optional(_)              => resolver.option(tpe, Target.Anything, Target.Anything)
    case Type.Either(_, _)             => resolver.either(tpe, Target.Anything, Target.Anything)
    case _: (Type.Sequence | Type.Set) =>
      resolver.sequence(tpe, Target.Anything, "anything")(of => Codec.vectorCodec(using of))
    case Type.Map(_, _) =>
      resolver.map(tpe, Target.Anything, Target.Anything, "anything")((key, value) =>
        Codec.vectorMapCodec(using key, value)
      )
    case Type.Tuple(elements)          => resolver.tuple(tpe, elements.map(_ => Target.Anything))(identity)
    case Type.Named(index)             => named(index, resolver)
    case Type.Wrapped(_, _, of)        => resolver.resolve(of, Target.Anything)
    case Type.Custom(UnknownCase.Name) => UnknownCase.codec
    case Type.Custom(name)             =>
      throw Incompatible(
        "",
        s"only the hand-written codec ${SchemaText.cut(name)} knows how many bytes it takes",
        "keep the field that it wrote"
      )
    case other => resolver.refuse(other, "anything")

  private def named(index: Int, resolver: Resolver): Reader = resolver.written.definitions(index) match
    case Definition.Record(_, of) =>
      resolver.definition(index, this, -1)(RecordReader(resolver.layout.isRecursive(index))) { reader =>
        reader.body = Body(resolver.layout.header(of, 0), fields(of, resolver)((_, all) => all))
      }
    case Definition.Sum(name, cases) =>
      resolver.definition(index, this, -1)(SumReader(name, cases.size, resolver.layout.isRecursive(index))) { reader =>
        resolver.count(cases.size)
        val bits = if cases.size <= SchemaLayout.TagLimit then SchemaLayout.tagBits(cases.size) else 0
        reader.cases = cases.zipWithIndex.map { (c, tag) =>
          if c.fields.isEmpty then
            val single = Tagged(tag, Array.empty)
            CaseReader.Single(() => single)
          else
            val all = resolver.within(c.name, Parts.noFields)(fields(c.fields, resolver)((_, all) => Tagged(tag, all)))
            CaseReader.Fielded(
              Body(resolver.layout.header(c.fields, bits), all),
              Body(resolver.layout.header(c.fields, 0), all)
            )
        }.toArray
      }

  /** All fields, in the order in which they were written. */
  def fields(of: Vector[Field], resolver: Resolver)(make: (In, Array[AnyRef]) => Any): Fields =
    val readers =
      of.map(field => Reader.of(resolver.within(field.name)(resolver.resolve(field.of, Target.Anything))))
    Fields(of.map(_.name).toArray, readers.toArray, of.indices.toArray, of.size, Array.empty, make)
