package brine.codec.internal.columns

import brine.codec.internal.numbers.IntSequences
import brine.codec.{In, Out}

import scala.annotation.unused

/** What a column of sequences consists of. Sequences of fewer than `fewest` elements are joined: their elements are
  * rows of columns of their own. Longer ones follow one by one, because each may have its own layout 1, which suits its
  * elements better than one for all.
  *
  * @param columns
  *   columns of an element
  * @param fewest
  *   the fewest elements of a sequence that is not joined
  */
private[codec] class Nested(val columns: Columns, val fewest: Int):
  /** Whether a sequence that is not joined is in columns, whoever wrote it. */
  val areColumns: Boolean = fewest == Columns.Joined && columns.arePacked

  /** The sequence that is written for a value of the column. The methods below take sequences. */
  def written(value: Any): Any = value

  /** The value of the column for a sequence, which was read at a position of `in`. */
  def built(@unused in: In, @unused at: Int, sequence: Any): Any = sequence

  /** Number of elements of a sequence. */
  def size(sequence: Any): Int = Nested.unknown()

  /** The elements of a sequence. */
  def iterator(sequence: Any): Iterator[Any] = Nested.unknown()

  /** Splits up to `count` elements into rows from `row` on; returns how many there were. */
  def gatherAll(elements: Iterator[Any], count: Int, to: Registers, row: Int): Int = Nested.unknown()

  /** Builds the elements of the first `count` rows and puts them into an array from `at` on. */
  def buildAll(from: Registers, count: Int, into: Array[AnyRef], at: Int): Unit = Nested.unknown()

  /** Builds a sequence of `size` elements from index `first` on. */
  def collect(in: In, elements: Array[AnyRef], first: Int, size: Int): Any = Nested.unknown()

  /** How often the content of an element may be hashed or compared to build a short sequence. */
  def times: Int = 0

  /** Writes a sequence that is not joined. */
  def write(out: Out, sequence: Any): Unit = Nested.unknown()

  /** Reads a sequence that is not joined. */
  def read(in: In): Any = Nested.unknown()

private[codec] object Nested:
  /** The codec of a sequence, whose elements may be joined with those of others. */
  trait Joined[A, C]:
    /** The column of such sequences; null if the elements are not flat. */
    private[codec] def joinedColumns: Columns | Null

    /** Number of elements. */
    private[codec] def sizeOf(sequence: C): Int

    /** The elements, in order. */
    private[codec] def elementsOf(sequence: C): Iterator[A]

    /** Builds a sequence of `size` elements from index `first` on. */
    private[codec] def collect(in: In, elements: Array[AnyRef], first: Int, size: Int): C

    /** How often the content of an element may be hashed or compared by [[collect]]. */
    private[codec] def times: Int = 0

  /** The fewest elements of a sequence that is not joined, if they are exactly a kind that is packed, and if not. */
  def fewest(isPacked: Boolean): Int = if isPacked then IntSequences.Fewest else Columns.Joined

  private def unknown(): Nothing = throw UnsupportedOperationException("a layout has no values")
