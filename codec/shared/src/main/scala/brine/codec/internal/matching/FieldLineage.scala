package brine.codec.internal.matching

import brine.codec.Schema.{Definition, Type}
import brine.codec.internal.schema.SchemaLinker
import brine.codec.{Codec, DecodeError, Schema, Schemas}
import java.util.concurrent.ConcurrentHashMap

/** Whether a field of written data is of the type of a codec at all, by the rules of [[Lineage]]. Inside a message the
  * names of types do not matter, so a library that writes values of a program within a sum of its own asks here.
  * Thread-safe.
  *
  * @param of
  *   the case of the sum
  * @param field
  *   its field that contains the value
  */
private[brine] final class FieldLineage(of: String, field: String):
  private val known = ConcurrentHashMap[Long, FieldLineage.Known]()

  /** Why the field has data of another type; None if it has not, or there is no such field.
    *
    * @param written
    *   schema of the sum
    * @param codec
    *   codec of the field
    */
  def problem(written: Schema, codec: Codec[?], schemas: Schemas): Option[DecodeError] =
    schemaOf(written).flatMap: schema =>
      val problem = if schema.fingerprint == codec.fingerprint then null else Lineage.problem(schema, codec, schemas)
      Option.when(problem != null)(DecodeError(problem.nn.getMessage, 0, field, ""))

  // The same few schemas come again and again.
  private def schemaOf(written: Schema): Option[Schema] =
    val found = known.get(written.fingerprint)
    if found != null && ((found.written eq written) || found.written == written) then found.field
    else
      if known.size >= FieldLineage.Most then known.clear()
      val made = FieldLineage.Known(written, find(written))
      known.put(written.fingerprint, made): Unit
      made.field

  private def find(written: Schema): Option[Schema] = written.root match
    case Type.Named(index) =>
      written.definitions(index) match
        case Definition.Sum(_, cases) =>
          for
            found <- cases.find(_.name == of)
            value <- found.fields.find(_.name == field)
          yield SchemaLinker.within(written, alone(value.of))
        case _: Definition.Record => None
    case _ => None

  // A box matters only within the sum.
  private def alone(tpe: Type): Type = tpe match
    case Type.Boxed(of) => of
    case other          => other

private[brine] object FieldLineage:
  private final val Most = 256

  private final class Known(val written: Schema, val field: Option[Schema])
