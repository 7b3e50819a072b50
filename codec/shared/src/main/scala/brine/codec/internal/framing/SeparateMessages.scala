package brine.codec.internal.framing

import brine.codec.internal.evolution.{AnythingWriter, Resolver, Target}
import brine.codec.internal.matching.Incompatible
import brine.codec.internal.schema.SchemaLayout
import brine.codec.{Codec, In, Out, Schema}

/** Writes messages of a schema one by one, which were read by that schema alone: so any codec reads them. */
private[codec] final class SeparateMessages private (layout: SchemaLayout, val reader: Codec[Any]):
  val schema: Schema = layout.schema

  /** Writes `count` messages that `next` gives, and charges their bytes to `in`. */
  def write(out: Out, count: Int, in: In)(next: => Any): Unit =
    out.reset()
    out.useDictionary()
    val writer = new AnythingWriter(layout, in)
    var left   = count
    while left > 0 do
      writer.value(out, schema.root, next)
      left -= 1

private[codec] object SeparateMessages:
  /** Whether a writer may make a sequence of messages of this schema. A reader must be able to write them one by one
    * again, without the codec that wrote them: so they contain nothing that a user's codec writes. Shared values are
    * the same object for codecs that take turns only if they stand one by one.
    */
  def arePossible(schema: Schema): Boolean =
    val layout = SchemaLayout(schema)
    !layout.hasReferences && !layout.hasCustom

  /** Null if the schema alone does not say how such messages are read, or if they refer to each other. */
  def of(schema: Schema, in: In): SeparateMessages | Null =
    val layout = SchemaLayout(schema)
    if layout.hasReferences then null
    else
      val resolver = Resolver(schema, null, in.schemaRoom)
      val reader   =
        try resolver.plan(Target.Anything).asInstanceOf[Codec[Any]]
        catch case _: Incompatible => null
      in.chargeSchema(resolver.cost)
      if reader == null then null else new SeparateMessages(layout, reader.nn)
