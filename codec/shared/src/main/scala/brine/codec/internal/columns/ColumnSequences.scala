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
    columns != null && size >= columns.fewest &&
    writeRows(out, elements.iterator, size, element, columns, isOptional = true)

  /** Writes the size and the columns of elements that may be in columns. If that is optional and decimals are missing,
    * writes nothing and returns false.
    */
  private[codec] def writeRows[A](
      out: Out,
      elements: Iterator[A],
      size: Int,
      element: Codec[A],
      columns: Columns,
      isOptional: Boolean
  ): Boolean =
    val most      = math.min(size, Columns.Rows)
    val registers = out.registers(columns, most)
    try
      val looked =
        if isOptional && columns.needDecimals then gatherDecimals(elements, element, columns, registers) else 0
      if looked < 0 then false
      else
        out.writeUnsignedInt(size << 1 | 1)
        var done = 0
        while done < size do
          val rows = math.min(size - done, Columns.Rows)
          val row  = if done == 0 then looked else 0
          val own  = row + element.gatherAll(elements, rows - row, registers, row, 0)
          if own < rows then Out.checkSize(size, done + own, false)
          columns.write(out, registers, rows)
          done += rows
        Out.checkSize(size, done, elements.hasNext)
        true
    finally out.giveBack(registers, columns, most)

  /** Splits the first elements into rows and returns their number; returns -1 if they do not let expect that a column
    * is of decimals. The very first usually says so.
    */
  private def gatherDecimals[A](
      elements: Iterator[A],
      element: Codec[A],
      columns: Columns,
      registers: Registers
  ): Int =
    var rows = element.gatherAll(elements, 1, registers, 0, 0)
    if rows == 0 || !columns.haveDecimals(registers, rows) then -1
    else
      rows += element.gatherAll(elements, Columns.Sample - 1, registers, 1, 0)
      if columns.haveDecimals(registers, rows) then rows else -1

  /** Reads the number of elements shifted left by one, plus 1 if they are in columns; fails if they are but cannot be.
    */
  private[codec] def readLayout(in: In, element: Codec[?]): Int =
    if of(element) == null then in.readSize(element.minSize) << 1 else in.readLayout(element.minSize)

  /** Reads columns into `target`; `header` is the result of [[brine.codec.In.readLayout]]. */
  def read[A](in: In, header: Int, element: Codec[A], target: mutable.Growable[A]): Unit =
    each(in, header, element)((_, value) => target.addOne(value): Unit)

  def list[A](in: In, header: Int, element: Codec[A]): List[A] =
    val size = header >>> 1
    if size > Columns.Rows then
      val buffer = new mutable.ListBuffer[A]
      each(in, header, element)((_, value) => buffer.addOne(value): Unit)
      buffer.toList
    else
      val columns = of(element)
      if columns == null then refuseLayout(in, header)
      var all: List[A] = Nil
      readRows(in, size, columns)((registers, _, rows) => all = element.buildList(registers, rows))
      all

  def vector[A](in: In, header: Int, element: Codec[A]): Vector[A] =
    val columns = of(element)
    if columns == null then refuseLayout(in, header)
    val elements = new Array[AnyRef](header >>> 1)
    readRows(in, header >>> 1, columns)((registers, done, rows) => element.buildAll(registers, rows, 0, elements, done))
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
    val size  = header >>> 1
    val most  = math.min(size, Columns.Rows)
    val chunk = new Array[AnyRef](most)
    readRows(in, size, columns) { (registers, done, rows) =>
      element.buildAll(registers, rows, 0, chunk, 0)
      var row = 0
      while row < rows do
        put(done + row, chunk(row).asInstanceOf[A])
        row += 1
    }

  private inline def readRows(in: In, size: Int, columns: Columns)(inline build: (Registers, Int, Int) => Unit): Unit =
    val registers = in.registers(columns, math.min(size, Columns.Rows))
    var done      = 0
    try
      while done < size do
        val rows = math.min(size - done, Columns.Rows)
        columns.read(in, registers, rows, done)
        build(registers, done, rows)
        done += rows
    finally in.giveBack(registers, columns, math.min(size, Columns.Rows))
