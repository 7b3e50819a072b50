package brine.codec.internal.collections

import brine.codec.internal.columns.{Column, ColumnSequences, Columns, Nested, Registers}
import brine.codec.internal.concurrent.Once
import brine.codec.internal.evolution.Reader
import brine.codec.{Codec, In, Out}

/** The codec of a sequence that may be a value in a column, see [[Nested]]. */
private[collections] trait Joining[A, C](element: Codec[A]) extends Codec[C], Nested.Joined[A, C]:
  private val ownColumns = Once(Joining.columns(element, this))

  private[codec] final def joinedColumns: Columns | Null = ownColumns()
  private[codec] override def columns: Columns | Null    = ownColumns()

private object Joining:
  private def columns[A, C](element: Codec[A], whole: Joining[A, C]): Columns | Null =
    val one   = inSequence(element)
    val inner = one.columns
    if inner == null || inner.nn.total >= Columns.Most then null
    else Columns.one(Column.sequences(Elements(inner.nn, Nested.fewest(Packed.of(element) != null), one, whole)))

  // A class around a number is not packed in sequences.
  private def inSequence[A](element: Codec[A]): Codec[A] = element match
    case _: Reader                                                          => element
    case _ if element.isNeverPacked && Columns.isOneNumber(element.columns) => OneByOne(element)
    case _                                                                  => element

  private final class OneByOne[A](of: Codec[A]) extends Codec[A]:
    private val own                                     = Columns.one(Column.values(of))
    def schema                                          = of.schema
    def minSize                                         = of.minSize
    def write(out: Out, value: A): Unit                 = of.write(out, value)
    def read(in: In): A                                 = of.read(in)
    private[codec] override def columns: Columns | Null = own

  private final class Elements[A, C](columns: Columns, fewest: Int, element: Codec[A], whole: Joining[A, C])
      extends Nested(columns, fewest):
    override def size(sequence: Any): Int =
      if sequence == null then Out.refuseNull("collection")
      whole.sizeOf(sequence.asInstanceOf[C])
    override def iterator(sequence: Any): Iterator[Any] = whole.elementsOf(sequence.asInstanceOf[C])
    override def gatherAll(elements: Iterator[Any], count: Int, to: Registers, row: Int): Int =
      element.gatherAll(elements.asInstanceOf[Iterator[A]], count, to, row, 0)
    override def buildAll(from: Registers, count: Int, into: Array[AnyRef], at: Int): Unit =
      element.buildAll(from, count, 0, into, at)
    override def write(out: Out, sequence: Any): Unit =
      // A part of another type has no layout of its own but columns.
      if !areColumns then whole.write(out, sequence.asInstanceOf[C])
      else
        val elements = whole.elementsOf(sequence.asInstanceOf[C])
        ColumnSequences.writeRows(out, elements, size(sequence), element, columns, isOptional = false): Unit
    override def read(in: In): Any                                                    = whole.read(in)
    override def times: Int                                                           = whole.times
    override def collect(in: In, elements: Array[AnyRef], first: Int, size: Int): Any =
      whole.collect(in, elements, first, size)
