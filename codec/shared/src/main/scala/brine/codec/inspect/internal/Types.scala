package brine.codec.inspect.internal

import brine.codec.Schema.{Definition, Field, Type}
import brine.codec.internal.columns.Columns
import brine.codec.internal.concurrent.Once
import brine.codec.internal.schema.{Kinds, SchemaLayout}
import brine.codec.{Codec, Schema}

import java.util.IdentityHashMap
import scala.collection.mutable

/** A schema with derived facts that the walk needs repeatedly. */
private[inspect] final class Types(
    val schema: Schema,
    codecs: Map[String, Codec[?]],
    names: mutable.HashMap[String, String]
):
  private val layout       = SchemaLayout(schema)
  private val least        = Least(layout, codecs)
  private val headers      = mutable.HashMap.empty[(Int, Int, Int), SchemaLayout.Header]
  private val knownLeast   = new IdentityHashMap[Type, Integer]
  private val knownColumns = new IdentityHashMap[Type, Option[Columns]]
  private val knownEntries = new IdentityHashMap[Type, Option[Columns]]
  private val knownNames   = new IdentityHashMap[Type, String]

  def definition(index: Int): Definition = layout.definition(index)

  /** Whether the nesting depth of a definition's values is counted. */
  def isRecursive(index: Int): Boolean = layout.isRecursive(index)

  /** The header of a definition's record, or of its case with this number after `prefix` bits. */
  def header(definition: Int, of: Int, prefix: Int, fields: Vector[Field]): SchemaLayout.Header =
    headers.getOrElseUpdate((definition, of, prefix), layout.header(fields, prefix))

  /** The fewest bytes of a value in value position, or [[Least.Unknown]]. */
  def leastOf(tpe: Type): Int =
    val known = knownLeast.get(tpe)
    if known != null then known.intValue
    else
      val bytes = least.of(tpe)
      knownLeast.put(tpe, bytes): Unit
      bytes

  /** The columns of a flat type. */
  def columns(tpe: Type): Option[Columns] =
    val known = knownColumns.get(tpe)
    if known != null then known
    else
      val found = Option(layout.columns(tpe, Kinds.codec).asInstanceOf[Columns])
      knownColumns.put(tpe, found): Unit
      found

  /** The columns of a map's entries: those of its keys, then those of its values. */
  def entryColumns(of: Type.Map): Option[Columns] =
    val known = knownEntries.get(of)
    if known != null then known
    else
      val found =
        for
          key   <- columns(of.key)
          value <- columns(of.value)
          both  <- Option(Columns.of(Array("key" -> key, "value" -> value)).asInstanceOf[Columns])
        yield both
      knownEntries.put(of, found): Unit
      found

  /** The type of each column of a flat type: an option for its presences, an `Either` for its sides, a sum for its
    * tags.
    */
  def leaves(tpe: Type): Vector[Type] = tpe match
    case Type.Optional(of)        => tpe +: leaves(of)
    case Type.Either(left, right) => tpe +: (leaves(left) ++ leaves(right))
    case Type.Tuple(elements)     => elements.flatMap(leaves)
    case Type.Wrapped(_, _, of)   => leaves(of)
    case Type.Named(index)        =>
      definition(index) match
        case Definition.Record(_, fields) => fields.flatMap(field => leaves(field.of))
        case Definition.Sum(_, cases)     => tpe +: cases.flatMap(_.fields.flatMap(field => leaves(field.of)))
    case other => Vector(other)

  /** The type of each column of a map's entries. */
  def entryLeaves(map: Type.Map): Vector[Type] = leaves(map.key) ++ leaves(map.value)

  /** Number of columns of a flat type, without those of nested sequences. */
  def columnCount(tpe: Type): Int = columns(tpe).fold(0)(_.all.length)

  /** The name that identifies this type in references to its values. */
  def nameOf(tpe: Type): String =
    val known = knownNames.get(tpe)
    if known != null then known
    else
      // One object for equal names: comparing them takes as long as they are.
      val text = tpe.toString
      val name = names.getOrElseUpdate(text, text)
      knownNames.put(tpe, name): Unit
      name

  /** The name of the type of the whole value. */
  def rootName: String = nameOfRoot()

  private val nameOfRoot = Once(Types.name(schema, schema.root))

private[inspect] object Types:
  /** A type's name on one line. */
  def name(schema: Schema, tpe: Type): String = tpe match
    case Type.Named(index)      => schema.definitions(index).name
    case Type.Repeated(of)      => name(schema, of)
    case Type.Boxed(of)         => name(schema, of)
    case Type.Wrapped(of, _, _) => of
    case _                      => schema.toString.linesIterator.next()
