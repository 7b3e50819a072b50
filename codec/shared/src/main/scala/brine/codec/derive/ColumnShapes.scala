package brine.codec.derive

import brine.codec.Schema.Kind
import brine.codec.internal.codecs.ColumnText
import brine.codec.internal.columns.Columns

import scala.collection.mutable

/** Which columns the values of a shape have in sequences, see section 6 of the format; and the parts of a codec that
  * are elements of sequences in columns.
  */
private[derive] trait ColumnShapes extends Externals:
  import quotes.reflect.*

  /** A column: its entry in [[brine.codec.internal.codecs.ColumnText]] and its name.
    *
    * @param by
    *   the shape whose codec writes its values one by one, if any
    * @param inner
    *   number of columns of nested sequences, as far as known here
    * @param open
    *   shapes in records that are written by codecs in scope: if one of these is written by hand, its record is
    *   recursive, and so not flat
    */
  private final case class Entry(
      code: Int,
      guard: Int,
      when: Int,
      detail: Int,
      by: Option[Shape],
      name: String,
      inner: Int = 0,
      open: List[Shape] = Nil
  )

  /** Where a shape stands.
    *
    * @param inField
    *   whether a codec of the user's keeps its bits there
    * @param within
    *   the records and sums around it
    */
  private final case class Spot(name: String, guard: Int, when: Int, inField: Boolean, within: Set[Int]):
    def field(part: String): Spot =
      if part.isEmpty then this else copy(name = if name.isEmpty then part else s"$name.$part")

  private val parts     = mutable.ArrayBuffer.empty[(Shape, String)]
  private val sequences = mutable.ArrayBuffer.empty[Sequence]
  private val known     = mutable.ArrayBuffer.empty[(Shape, Option[String])]

  /** The parts in the order of their numbers, with their columns as text. */
  def columnParts: List[(Shape, String)] = parts.toList

  /** The sequences of parts, in the order of their numbers. */
  def partSequences: List[Sequence] = sequences.toList

  /** The number of a part, whose columns are known to exist. */
  def partOf(shape: Shape): Int =
    val found = parts.indexWhere((part, _) => isSame(part, shape))
    if found >= 0 then found
    else
      parts += shape -> columnsOf(shape).getOrElse(report.errorAndAbort(s"${shape.tpe.show} has no columns"))
      parts.size - 1

  private def isSame(a: Shape, b: Shape): Boolean = a.tpe =:= b.tpe && a.isInstanceOf[Boxed] == b.isInstanceOf[Boxed]

  /** The columns of a flat shape as text; `None` if it is not flat, has no columns, or has too many. */
  def columnsOf(shape: Shape): Option[String] =
    known.collectFirst { case (other, text) if isSame(other, shape) => text }.getOrElse {
      val text = entries(shape, 0, Spot("", -1, 0, inField = false, Set.empty))
        .filter(all => all.nonEmpty && all.map(1 + _.inner).sum <= Columns.Most)
        .map(textOf)
      known += shape -> text
      text
    }

  // Only here do codecs get a number, and with it a place among the externals, so that a program includes only codecs
  // it needs.
  private def textOf(all: List[Entry]): String =
    val columns = all.flatMap { entry =>
      val detail = entry.by match
        case Some(sequence: Sequence) if entry.code == ColumnText.PartSequence => sequenceOf(sequence)
        case Some(shape)                                                       => indexOf(shape)
        case None                                                              => entry.detail
      List(entry.code, entry.guard + 1, entry.when, detail).map(_.toChar)
    }
    val open = all.flatMap(_.open).map(indexOf).distinct.map(_.toChar)
    (columns ++ open).mkString + "\n" + all.map(_.name).mkString(",")

  private def sequenceOf(sequence: Sequence): Int =
    val found = sequences.indexWhere(_.tpe =:= sequence.tpe)
    if found >= 0 then found
    else
      // Numbers those within first.
      partOf(inSequence(sequence.of)): Unit
      sequences += sequence
      sequences.size - 1

  /** An element of a sequence: a class around a number keeps its bits. */
  def inSequence(of: Shape): Shape = of match
    case wrapper: Wrapper if !standsAlone(wrapper) && numberIn(wrapper).isDefined => Boxed(wrapper)
    case other                                                                    => other

  /** Whether sequences of a shape may be written in columns. What external codecs write is known only at run time. */
  def mayHaveColumns(shape: Shape): Boolean = shape match
    case _: (Named | Optional | Tuples | Alternative | Sequence) => columnsOf(shape).isDefined
    case wrapper: Wrapper                                        => mayHaveColumns(wrapper.of)
    case _                                                       => false

  private def entries(shape: Shape, at: Int, spot: Spot): Option[List[Entry]] =
    def one(
        code: Int,
        detail: Int = 0,
        by: Option[Shape] = None,
        inner: Int = 0,
        open: List[Shape] = Nil
    ): Option[List[Entry]] =
      Some(List(Entry(code, spot.guard, spot.when, detail, by, spot.name, inner, open)))
    // Written by a codec in scope, which is known only at run time.
    def external(code: Int): Option[List[Entry]] =
      one(code, by = Some(shape), open = if spot.within.nonEmpty && hides(shape) then List(shape) else Nil)
    def all(parts: List[(String, Shape)], at: Int, spot: Spot): Option[List[Entry]] =
      parts.foldLeft(Option(List.empty[Entry])) { case (done, (part, of)) =>
        for
          before <- done
          own    <- entries(of, at + before.size, spot.field(part))
        yield before ::: own
      }
    // The columns of each part, guarded by a column of tags in front of them.
    def cases(parts: List[List[(String, Shape)]], spot: Spot): Option[List[Entry]] =
      parts.zipWithIndex.foldLeft(one(ColumnText.Tags, parts.size)) { case (done, (fields, tag)) =>
        for
          before <- done
          own    <- all(fields, at + before.size, spot.copy(guard = at, when = tag))
        yield before ::: own
      }
    shape match
      case Primitive(_, Kind.Unit) => None
      case Primitive(_, kind)      => one(kind.ordinal, by = Option.when(kind.ordinal > Kind.Double.ordinal)(shape))
      case Boxed(of) if standsAlone(of) => entries(of, at, spot.copy(inField = true))
      case Boxed(of)                    => numberIn(of).flatMap(number => one(ColumnText.Boxed, by = Some(number)))
      case Wrapper(_, of, _, _)         => entries(of, at, spot)
      case External(_, _, builtIn)      =>
        external(if spot.inField && !builtIn then ColumnText.Boxed else ColumnText.External)
      case Optional(_, of) =>
        val guarded = spot.copy(guard = at, when = 1, inField = true)
        entries(of, at + 1, guarded).map(Entry(ColumnText.Presences, spot.guard, spot.when, 0, None, spot.name) :: _)
      case Alternative(_, left, right) =>
        cases(List(List("" -> left), List("" -> right)), spot.copy(inField = false))
      case Tuples(_, elements) =>
        all(elements.zipWithIndex.map((of, i) => s"_${i + 1}" -> of), at, spot.copy(inField = false))
      case _: Mapping                                 => external(ColumnText.Whole)
      case sequence: Sequence if isSet(sequence.tpe)  => external(ColumnText.Whole)
      case sequence: Sequence if isExternal(sequence) => external(ColumnText.ExternalSequence)
      case sequence: Sequence                         =>
        // The same limits as for a record around the elements.
        entries(inSequence(sequence.of), 0, Spot("", -1, 0, inField = false, spot.within))
          .filter(_.nonEmpty)
          .flatMap { inner =>
            val open = inner.flatMap(_.open)
            one(ColumnText.PartSequence, by = Some(sequence), inner = inner.map(1 + _.inner).sum, open = open)
          }
      case Named(_, index) if spot.within(index) || isInCycle(index) => None
      case Named(_, index)                                           =>
        val inside = spot.copy(inField = true, within = spot.within + index)
        definition(index) match
          // A record without fields has no column and is not flat, so nothing that contains it is flat either.
          case record: RecordShape if record.fields.isEmpty => None
          case record: RecordShape                          => all(fieldsOf(record), at, inside)
          case sum: SumShape if isTagged(sum)               =>
            cases(sum.cases.map(_.record.fold(Nil)(r => fieldsOf(record(r)))), inside)
          case _ => None
      case _ => None

  private def fieldsOf(record: RecordShape): List[(String, Shape)] = record.fields.map(f => f.name -> f.shape)

  /** Whether the tag of a sum is in a column. */
  def isTagged(sum: SumShape): Boolean = sum.cases.sizeIs <= TagLimit && tagBits(sum) > 0

  /** Types that keep their bits even without a box, see SchemaLinker.box. */
  def standsAlone(shape: Shape): Boolean = shape match
    case Primitive(_, kind)   => kind.ordinal > Kind.Double.ordinal || kind == Kind.Byte
    case Wrapper(_, of, _, _) => standsAlone(of)
    case Boxed(of)            => standsAlone(of)
    case _: External          => true
    case _                    => false

  /** The number, character or Boolean that a shape is or wraps. */
  private def numberIn(shape: Shape): Option[Primitive] = shape match
    case number @ Primitive(_, kind) if kind.ordinal <= Kind.Double.ordinal && kind != Kind.Unit => Some(number)
    case Wrapper(_, of, _, _)                                                                    => numberIn(of)
    case Boxed(of)                                                                               => numberIn(of)
    case _                                                                                       => None
