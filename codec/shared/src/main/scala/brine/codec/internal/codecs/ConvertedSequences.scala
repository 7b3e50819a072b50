package brine.codec.internal.codecs

import brine.codec.internal.columns.{Column, Columns, Nested, Registers}
import brine.codec.{Codec, In, Out}

/** What a column of sequences consists of if a codec converts its values from sequences. The schema does not say that
  * they are converted, so they must be in columns where the sequences would be.
  *
  * @param of
  *   codec of what the values are converted from
  * @param nested
  *   what the sequences of that codec consist of
  */
private[codecs] final class ConvertedSequences[A, B](
    of: Codec[A],
    nested: Nested,
    to: A => Either[String, B],
    from: B => A
) extends Nested(nested.columns, nested.fewest):

  // A class around a sequence puts that sequence into the rows. All others put the value itself.
  private def isWhole: Boolean = !of.isInstanceOf[Derived[?]]

  override def written(value: Any): Any =
    val plain = from(value.asInstanceOf[B])
    if isWhole then nested.written(plain)
    else
      val row = aRow
      of.gather(plain, row, 0, 0)
      nested.written(row.values(0)(0))

  override def built(in: In, at: Int, sequence: Any): Any =
    val plain = nested.built(in, at, sequence)
    val whole =
      if isWhole then plain.asInstanceOf[A]
      else
        val row = aRow
        row.putValue(0, 0, plain)
        of.build(row, 0, 0)
    to(whole) match
      case Right(value) => value
      case Left(reason) => in.failAt(at, reason)

  private def aRow: Registers =
    val row = new Registers
    row.prepare(of.columns.nn, 1)
    row

  override def size(sequence: Any): Int                                                     = nested.size(sequence)
  override def iterator(sequence: Any): Iterator[Any]                                       = nested.iterator(sequence)
  override def gatherAll(elements: Iterator[Any], count: Int, to: Registers, row: Int): Int =
    nested.gatherAll(elements, count, to, row)
  override def buildAll(from: Registers, count: Int, into: Array[AnyRef], at: Int): Unit =
    nested.buildAll(from, count, into, at)
  override def collect(in: In, elements: Array[AnyRef], first: Int, size: Int): Any =
    nested.collect(in, elements, first, size)
  override def times: Int                           = nested.times
  override def write(out: Out, sequence: Any): Unit = nested.write(out, sequence)
  override def read(in: In): Any                    = nested.read(in)

private[codecs] object ConvertedSequences:
  /** The column of values that are converted from those of a codec; null if these are no sequences of flat elements. */
  def columns[A, B](of: Codec[A], to: A => Either[String, B], from: B => A): Columns | Null =
    val found = of.columns
    if found == null || found.nn.all.length != 1 || found.nn.all(0).nested == null then null
    else Columns.one(Column.sequences(ConvertedSequences(of, found.nn.all(0).nested.nn, to, from)))
