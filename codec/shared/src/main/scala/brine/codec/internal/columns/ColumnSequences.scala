package brine.codec.internal.columns

import brine.codec.internal.numbers.Bits
import brine.codec.{Codec, In, Out}

import scala.collection.mutable

/** Layout 1 of sequences of flat elements: chunks of rows, stored as columns. Used by generated code and by the codecs
  * of collections.
  */
object ColumnSequences:
  /** The columns of a sequence of these elements, or null if such sequences are never stored in columns. */
  private[codec] def of(element: Codec[?]): Columns | Null =
    val columns = element.columns
    if columns == null || !columns.arePacked then null else columns

  /** Whether a sequence of `size` elements is written in columns. */
  def arePacked(element: Codec[?], size: Int): Boolean = size >= Columns.Fewest && of(element) != null

  /** Writes the size and the columns; requires [[arePacked]]. */
  def write[A](out: Out, elements: Iterator[A], size: Int, element: Codec[A]): Unit =
    val columns   = of(element).nn
    val registers = out.registers(columns, math.min(size, Columns.Rows))
    out.writeUnsignedInt(size << 1 | 1)
    var done = 0
    try
      while done < size do
        val rows = math.min(size - done, Columns.Rows)
        var row  = 0
        while row < rows && elements.hasNext do
          element.gather(elements.next(), registers, row, 0)
          row += 1
        if row < rows then Out.checkSize(size, done + row, false)
        columns.write(out, registers, rows)
        done += rows
    finally registers.clear(columns, math.min(size, Columns.Rows))
    Out.checkSize(size, done, elements.hasNext)

  /** Reads the number of elements shifted left by one, plus 1 if they are in columns; fails if they are but cannot be.
    */
  private[codec] def readLayout(in: In, element: Codec[?]): Int =
    if of(element) == null then in.readSize(element.minSize) << 1 else in.readLayout(element.minSize)

  /** Reads columns into `target`; `header` is the result of [[brine.codec.In.readLayout]]. */
  def read[A](in: In, header: Int, element: Codec[A], target: mutable.Growable[A]): Unit =
    each(in, header, element)((_, value) => target.addOne(value): Unit)

  def list[A](in: In, header: Int, element: Codec[A]): List[A] =
    val buffer = new mutable.ListBuffer[A]
    each(in, header, element)((_, value) => buffer.addOne(value): Unit)
    buffer.toList

  def vector[A](in: In, header: Int, element: Codec[A]): Vector[A] =
    val elements = new Array[AnyRef](header >>> 1)
    each(in, header, element)((i, value) => elements(i) = value.asInstanceOf[AnyRef])
    Collect.vector[A](elements)

  def array[A](in: In, header: Int, element: Codec[A], elements: Array[A]): Array[A] =
    each(in, header, element)((i, value) => elements(i) = value)
    elements

  // Not inlined: the compiler cannot reach what another package keeps to itself from inlined code.
  private def refuseLayout(in: In, header: Int): Nothing =
    in.failAt(in.position - Bits.lengthOf(header & 0xffffffffL), "a collection in a layout its elements do not have")

  private inline def each[A](in: In, header: Int, element: Codec[A])(inline put: (Int, A) => Unit): Unit =
    val columns = of(element)
    if columns == null then refuseLayout(in, header)
    val size      = header >>> 1
    val registers = in.registers(columns, math.min(size, Columns.Rows))
    var done      = 0
    try
      while done < size do
        val rows = math.min(size - done, Columns.Rows)
        columns.read(in, registers, rows, done)
        var row = 0
        while row < rows do
          put(done + row, element.build(registers, row, 0))
          row += 1
        done += rows
    finally registers.clear(columns, math.min(size, Columns.Rows))
