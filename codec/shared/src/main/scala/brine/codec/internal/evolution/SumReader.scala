package brine.codec.internal.evolution

import brine.codec.In
import brine.codec.internal.columns.{Column, Columns, Registers}
import brine.codec.internal.errors.{Malformed, SchemaText}
import brine.codec.internal.schema.SchemaLayout

/** One case of a sum as it was written. */
private[codec] enum CaseReader:
  /** A single value, which is a single value in this program too. */
  case Single(value: () => Any)

  /** A record. In value position its header starts with the tag; as a field it does not contain the tag. */
  case Fielded(inValue: Body, inField: Body)

  /** A case that this program does not have. */
  case Missing(problem: String)

/** Reads a sum with the cases of its writer. */
private[codec] final class SumReader(name: String, count: Int, isRecursive: Boolean) extends Reader:
  private[evolution] var cases: Array[CaseReader] = scala.compiletime.uninitialized
  private val bits                                = SchemaLayout.tagBits(count)
  private val inHeader                            = count <= SchemaLayout.TagLimit
  private val size                                = Once(0)(least)
  private val own                                 = Once[Columns | Null](null)(enumeration)

  override def items: Int = if inHeader && bits > 0 then 1 else 0
  def minSize: Int        = size.get

  private def least: Int =
    val tag = if inHeader then (bits + 7) / 8 else 1
    cases
      .map {
        case CaseReader.Fielded(inValue, inField) => if inHeader then inValue.least else 1 + inField.least
        case _                                    => tag
      }
      .minOption
      .getOrElse(0)

  def read(in: In): Any = counted(in):
    if count == 0 then in.fail(s"a value of ${SchemaText.cut(name)}, which has no cases")
    if !inHeader then
      val tag = in.readUnsignedInt()
      if tag < 0 || tag >= count then Malformed.unknownTag(in, tag, SchemaText.cut(name), count)
      alone(in, tag)
    else if count == 0 then in.fail(s"a value of ${SchemaText.cut(name)}, which has no cases")
    else if bits == 0 then alone(in, 0)
    else
      val first = in.readBits(1)
      val tag   = first & ((1 << bits) - 1)
      if tag >= count then Malformed.unknownTag(in, tag, SchemaText.cut(name), count)
      cases(tag) match
        case CaseReader.Fielded(inValue, _) => inValue.read(in, first)
        case CaseReader.Single(value)       =>
          if (first >>> bits) != 0 then Malformed.badPadding(in)
          value()
        case CaseReader.Missing(problem) => in.failAt(in.position - 1, problem)

  override def field(in: In, header: HeaderBits, at: Int): Any = counted(in):
    val tag = header(at)
    if tag >= count then Malformed.unknownTagOfField(in, tag, SchemaText.cut(name), count)
    alone(in, tag)

  private def alone(in: In, tag: Int): Any = cases(tag) match
    case CaseReader.Fielded(_, inField) => inField.read(in, -1)
    case CaseReader.Single(value)       => value()
    case CaseReader.Missing(problem)    => in.fail(problem)

  private inline def counted(in: In)(inline body: Any): Any =
    if !isRecursive then body
    else
      in.enter()
      val value = body
      in.leave()
      value

  // Only cases written as single values have a column, whatever they are in this program.
  private def enumeration: Columns | Null =
    if items == 0 || !isEnumeration then null
    else Columns(Array(Column(Column.Kind.Bits, "", -1, bits, count, null)))

  /** Whether all cases were written without fields. */
  private[evolution] var isEnumeration: Boolean = false

  private[codec] override def columns: Columns | Null                           = own.get
  private[codec] override def build(from: Registers, row: Int, first: Int): Any = cases(from.int(first, row)) match
    case CaseReader.Single(value)       => value()
    case CaseReader.Fielded(_, inField) => inField.fields.build(from, row, first)
    case CaseReader.Missing(problem)    => throw IllegalArgumentException(problem)
