package brine.codec.internal.columns

import brine.codec.internal.numbers.Bits
import brine.codec.{Codec, In, Out}

import scala.collection.immutable.ArraySeq
import scala.collection.mutable

/** Layout 1 of sequences of flat elements: chunks of rows, stored as columns. Used by generated code and by the codecs
  * of collections.
  */
object ColumnSequences:
  /** The columns of a sequence of these elements, or null if such sequences are never stored in columns. */
  private[codec] def of(element: Codec[?]): Columns | Null =
    val columns = element.columns
    if columns == null || !columns.arePacked then null else columns

  /** Writes a sequence in columns if that is worth it; otherwise writes nothing and returns false. */
  def write[A](out: Out, elements: collection.Iterable[A], size: Int, element: Codec[A]): Boolean =
    size >= Columns.Fewest && writeMany(out, elements, size, element)

  /** As [[write]], for an array. */
  def writeArray[A](out: Out, elements: Array[A], element: Codec[A]): Boolean =
    elements.length >= Columns.Fewest &&
      writeMany(out, ArraySeq.unsafeWrapArray(elements), elements.length, element)

  private def writeMany[A](out: Out, elements: collection.Iterable[A], size: Int, element: Codec[A]): Boolean =
    val columns = of(element)
    columns != null && size >= columns.fewest && writeRows(out, elements.iterator, size, element, columns)

  private def writeRows[A](out: Out, elements: Iterator[A], size: Int, element: Codec[A], columns: Columns): Boolean =
    val most      = math.min(size, Columns.Rows)
    val registers = out.registers(columns, most)
    try
      val looked = if columns.needDecimals then gatherDecimals(elements, element, columns, registers) else 0
      if looked < 0 then false
      else
        out.writeUnsignedInt(size << 1 | 1)
        var done = 0
        while done < size do
          val rows = math.min(size - done, Columns.Rows)
          var row  = if done == 0 then looked else 0
          while row < rows && elements.hasNext do
            element.gather(elements.next(), registers, row, 0)
            row += 1
          if row < rows then Out.checkSize(size, done + row, false)
          columns.write(out, registers, rows)
          done += rows
        Out.checkSize(size, done, elements.hasNext)
        true
    finally registers.clear(columns, most)

  /** Splits the first elements into rows and returns their number; returns -1 if they do not let expect that a column
    * is of decimals. The very first usually says so.
    */
  private def gatherDecimals[A](
      elements: Iterator[A],
      element: Codec[A],
      columns: Columns,
      registers: Registers
  ): Int =
    var rows = 0
    while rows < Columns.Sample && elements.hasNext && (rows != 1 || columns.haveDecimals(registers, 1)) do
      element.gather(elements.next(), registers, rows, 0)
      rows += 1
    if rows > 1 && columns.haveDecimals(registers, rows) then rows else -1

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
