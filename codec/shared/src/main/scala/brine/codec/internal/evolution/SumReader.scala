package brine.codec.internal.evolution

import brine.codec.In
import brine.codec.internal.columns.{Columns, Registers}
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
  private val own                                 = Once[Columns | Null](null)(allColumns)

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

  /** The columns of a case that this program does not have, by its number; null if it is not flat. */
  private[evolution] var lacking: Int => Columns | Null = _ => null

  // Neither the tag before a case nor one of no bits is in a column.
  private def ofCases: Array[Columns | Null] | Null =
    if items == 0 || isRecursive then null
    else
      val all = new Array[Columns | Null](count)
      var tag = 0
      while tag < count do
        all(tag) = cases(tag) match
          case CaseReader.Single(_)           => Columns.none
          case CaseReader.Fielded(_, inField) => inField.fields.columns
          case CaseReader.Missing(_)          => lacking(tag)
        tag += 1
      all

  private def allColumns: Columns | Null =
    val all = ofCases
    if all == null then null
    else
      val sum = Columns.sum(all.nn, problems)
      if sum != null then firsts = all.nn.scanLeft(1)((at, columns) => at + columns.nn.all.length)
      sum

  private def problems: Array[String | Null] = cases.map {
    case CaseReader.Missing(problem) => problem
    case _                           => null
  }

  // Number of the first column of each case.
  private var firsts: Array[Int] = Array.empty

  private[codec] override def columns: Columns | Null                           = own.get
  private[codec] override def build(from: Registers, row: Int, first: Int): Any =
    val tag = from.int(first, row)
    cases(tag) match
      case CaseReader.Single(value)       => value()
      case CaseReader.Fielded(_, inField) =>
        // There are no places if no case has fields.
        val place = if firsts.last > 1 then from.place(first, row) else row
        inField.fields.build(from, place, first + firsts(tag))
      case CaseReader.Missing(problem) => throw IllegalArgumentException(problem)
