package brine.codec.internal.evolution

import brine.codec.Schema.{Field, Type}
import brine.codec.internal.errors.SchemaText
import brine.codec.internal.matching.{CaseMatching, Incompatible}
import brine.codec.internal.schema.Structure.{Part, PartCase}
import brine.codec.internal.schema.{Kinds, SchemaLayout, Structure}
import brine.codec.{Codec, In, Schema, UnknownCase}

/** Matches the cases of sums: each written case becomes the case of that name in this program, or an unknown case. */
private[codec] final class Cases(parts: Parts, structure: Structure, maker: (Int, Array[AnyRef]) => Any):
  private val recovery = Recovery(structure, parts.part)

  /** A reader that reads one sum as another. */
  def sum(
      from: Int,
      name: String,
      cases: Vector[Schema.Case],
      sum: Part.Sum,
      index: Int,
      resolver: Resolver
  ): Reader =
    resolver.definition(from, parts, index)(SumReader(name, cases.size, resolver.layout.isRecursive(from))) { reader =>
      resolver.count(cases.size)
      val targets = CaseMatching(cases.map(_.name), sum.cases)
      reader.lacking = tag => resolver.layout.columnsOfFields(cases(tag).fields, Kinds.codec)
      reader.cases = cases
        .zip(targets)
        .map((c, target) =>
          resolver.within(c.name, CaseReader.Missing(""))(caseReader(c, name, cases.size, sum, target, resolver))
        )
        .toArray
    }

  private def caseReader(
      c: Schema.Case,
      sumName: String,
      count: Int,
      sum: Part.Sum,
      target: Int,
      resolver: Resolver
  ): CaseReader =
    if target >= 0 then
      val make: (In, Any) => Any = if target == sum.fallback then recovery.of(sum) else (_, value) => value
      val fields                 = caseFields(c.fields, sum.cases(target), resolver)(make)
      if c.fields.isEmpty then single(sum.cases(target), fields)
      else fielded(c, count, fields, resolver)
    else if target == CaseMatching.Unclear then resolver.lackCase(Incompatible.unclearCase(c.name, sum.name))
    else if c.fields.sizeIs == 1 && c.fields.head.of == Type.Custom(UnknownCase.Name) then
      // A case for unknown cases: only the value it kept is read, because this program may know it.
      val fields =
        Anything.fields(c.fields, resolver)((in, parts) =>
          recovery.of(in, sum, parts(0)).getOrElse(Cases.refuse(c, sum))
        )
      fielded(c, count, fields, resolver)
    else if sum.fallback >= 0 then
      // The value of a hand-written codec can be neither kept nor skipped: a problem of these values only.
      resolver.orElse(unknown(c, sumName, count, sum, resolver)) { why =>
        resolver.warn(why)
        CaseReader.Missing(s"a ${SchemaText.cut(c.name)} that cannot be kept: ${why.getMessage}")
      }
    else resolver.lackCase(Incompatible.missingCase(c.name, sum.name))

  private def single(target: PartCase, fields: Fields): CaseReader =
    if target.record >= 0 then CaseReader.Single(() => fields.fromNothing)
    else
      val value = fields.fromNothing
      CaseReader.Single(() => value)

  private def fielded(c: Schema.Case, count: Int, fields: Fields, resolver: Resolver): CaseReader =
    val tag = if count <= SchemaLayout.TagLimit then SchemaLayout.tagBits(count) else 0
    CaseReader.Fielded(
      Body(resolver.layout.header(c.fields, tag), fields),
      Body(resolver.layout.header(c.fields, 0), fields)
    )

  private def caseFields(fields: Vector[Field], target: PartCase, resolver: Resolver)(make: (In, Any) => Any): Fields =
    parts.migrations.fields(
      fields,
      if target.record >= 0 then structure.record(target.record) else fieldless(target),
      resolver
    )(make)

  // A case without fields, as a record.
  private def fieldless(target: PartCase): Part.Record = Parts.recordOf(target.name, target.make, Vector.empty)

  /** Reads a record that has become a case of a sum. */
  def single(
      from: Int,
      name: String,
      fields: Vector[Field],
      sum: Part.Sum,
      resolver: Resolver
  ): Codec[?] =
    CaseMatching.find(name, sum.cases) match
      case Some(target) if target.record >= 0 =>
        parts.record(from, fields, structure.record(target.record), target.record, resolver)
      case Some(target) => parts.record(from, fields, fieldless(target), Int.MinValue + target.make, resolver)
      case None         => resolver.refuse(Type.Named(from), s"the sum ${sum.name}, which has no case $name")

  /** Reads what a class of one field wrote as the case of that name, if there is one. */
  def wrapped(of: Type.Wrapped, sum: Part.Sum, resolver: Resolver): Option[() => Codec[?]] =
    CaseMatching
      .find(of.name, sum.cases)
      .map(target => () => WrappedReader(caseFields(Vector(Field(of.field, of.of)), target, resolver)((_, v) => v)))

  private def unknown(c: Schema.Case, sumName: String, count: Int, sum: Part.Sum, resolver: Resolver): CaseReader =
    val kept = UnknownCase.Kept(resolver.layout, sumName, c)
    val make = structure.record(sum.cases(sum.fallback).record).make
    if c.fields.isEmpty then CaseReader.Single(() => maker(make, Array(kept.empty)))
    else
      val anything = Anything.fields(c.fields, resolver)((in, parts) => maker(make, Array(kept.of(in, parts))))
      fielded(c, count, anything, resolver)

private object Cases:
  private def refuse(c: Schema.Case, sum: Part.Sum): Nothing = throw IllegalArgumentException(
    Incompatible.missingCase(c.name, sum.name).getMessage
  )
