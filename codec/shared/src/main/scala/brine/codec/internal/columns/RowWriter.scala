package brine.codec.internal.columns

import brine.codec.Out

/** Writes collections in layout 1: splits what they contain into rows, and writes chunks of rows as columns. Sequences
  * and maps differ only in what a row has, an element or an entry.
  */
private[codec] object RowWriter:
  /** Splits a value into the columns of a row. */
  trait Split[A]:
    def apply(value: A, to: Registers, row: Int): Unit

  /** Writes a collection in columns if that is worth it; otherwise writes nothing and returns false. */
  def write[A](out: Out, all: collection.Iterable[A], size: Int, columns: Columns)(split: Split[A]): Boolean =
    size >= columns.fewest && writeRows(out, all.iterator, size, columns, split)

  private def writeRows[A](out: Out, values: Iterator[A], size: Int, columns: Columns, split: Split[A]): Boolean =
    val most      = math.min(size, Columns.Rows)
    val registers = out.registers(columns, most)
    try
      val looked = if columns.needDecimals then splitSample(values, columns, registers, split) else 0
      if looked < 0 then false
      else
        out.writeUnsignedInt(size << 1 | 1)
        var done = 0
        while done < size do
          val rows = math.min(size - done, Columns.Rows)
          var row  = if done == 0 then looked else 0
          while row < rows && values.hasNext do
            split(values.next(), registers, row)
            row += 1
          if row < rows then Out.checkSize(size, done + row, false)
          columns.write(out, registers, rows)
          done += rows
        Out.checkSize(size, done, values.hasNext)
        true
    finally registers.clear(columns, most)

  /** Splits the first values and returns their number; returns -1 if none of the columns has only short decimals there,
    * so that decimals are not to be expected. The very first value usually says so.
    */
  private def splitSample[A](values: Iterator[A], columns: Columns, registers: Registers, split: Split[A]): Int =
    var rows = 0
    while rows < Columns.Sample && values.hasNext && (rows != 1 || columns.haveDecimals(registers, 1)) do
      split(values.next(), registers, rows)
      rows += 1
    if rows > 1 && columns.haveDecimals(registers, rows) then rows else -1
