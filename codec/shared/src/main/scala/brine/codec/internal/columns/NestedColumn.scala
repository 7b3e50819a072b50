package brine.codec.internal.columns

import brine.codec.internal.numbers.IntSequences
import brine.codec.{In, Out}

/** A column of sequences: their sizes, the elements of the short ones as rows of columns of their own, then the long
  * ones one by one. See [[Nested]] and section 6 of the format.
  */
private[columns] object NestedColumn:

  /** Writes the first `count` sequences of a column. */
  def write(out: Out, column: Column, registers: Registers, at: Int, count: Int): Unit =
    val nested = column.nested.nn
    val own    = registers.values(at)
    val sizes  = registers.ints(at)
    var joined = 0
    var i      = 0
    while i < count do
      own(i) = nested.written(own(i)).asInstanceOf[AnyRef]
      sizes(i) = sizeOf(nested, own(i))
      if sizes(i) < nested.fewest then joined += sizes(i)
      i += 1
    IntSequences.writeColumn(out, sizes, count, IntSequences.Kind.Ints)
    out.joinedElements += joined
    if joined > 0 then writeJoined(out, nested, own, sizes, count, registers.below, math.min(joined, Columns.Rows))
    i = 0
    while i < count do
      if sizes(i) == nested.fewest then nested.write(out, own(i))
      i += 1

  /** The size of a sequence up to the limit. A long list is not counted to its end. */
  private def sizeOf(nested: Nested, sequence: AnyRef): Int = sequence match
    case list: List[?] =>
      var rest: List[Any] = list
      var size            = 0
      while size < nested.fewest && !rest.isEmpty do
        rest = rest.tail
        size += 1
      size
    case other => math.min(nested.size(other), nested.fewest)

  private def writeJoined(
      out: Out,
      nested: Nested,
      own: Array[AnyRef],
      sizes: Array[Int],
      count: Int,
      to: Registers,
      rows: Int
  ): Unit =
    to.prepare(nested.columns, rows)
    var row = 0
    var i   = 0
    try
      while i < count do
        val size = sizes(i)
        if size > 0 && size < nested.fewest then
          val elements = nested.iterator(own(i))
          var left     = size
          var isMore   = true
          while left > 0 && isMore do
            val room = math.min(left, Columns.Rows - row)
            val done = nested.gatherAll(elements, room, to, row)
            isMore = done == room
            left -= done
            row += done
            if row == Columns.Rows then
              nested.columns.write(out, to, row)
              row = 0
          Out.checkSize(size, size - left, elements.hasNext)
        i += 1
      if row > 0 then nested.columns.write(out, to, row)
    finally to.clear(nested.columns, rows)

  /** Reads `count` sequences into the front of a column. */
  def read(in: In, column: Column, registers: Registers, at: Int, count: Int): Unit =
    val nested = column.nested.nn
    val own    = registers.values(at)
    val sizes  = registers.ints(at)
    val start  = in.position
    IntSequences.readColumn(in, sizes, count, IntSequences.Kind.Ints)
    var joined = 0
    var i      = 0
    while i < count do
      val size = sizes(i)
      if size < 0 || size > nested.fewest then
        in.failAt(start, s"a nested sequence of the size $size; here it is at most ${nested.fewest}")
      if size < nested.fewest then joined += size
      i += 1
    val elements = if joined == 0 then Registers.NoValues else readJoined(in, nested, start, joined, registers.below)
    var next     = 0
    i = 0
    while i < count do
      if sizes(i) < nested.fewest then
        own(i) = nested.built(in, start, nested.collect(in, elements, next, sizes(i))).asInstanceOf[AnyRef]
        next += sizes(i)
      i += 1
    i = 0
    while i < count do
      if sizes(i) == nested.fewest then
        val from = in.position
        in.checkLayout(nested)
        val value = nested.read(in)
        val size  = sizeOf(nested, value.asInstanceOf[AnyRef])
        if size < nested.fewest then in.failAt(from, s"a sequence of $size elements that is not joined with the others")
        own(i) = nested.built(in, from, value).asInstanceOf[AnyRef]
      i += 1

  private def readJoined(in: In, nested: Nested, start: Int, joined: Int, from: Registers): Array[AnyRef] =
    in.checkJoined(start, joined)
    val elements = new Array[AnyRef](joined)
    val most     = math.min(joined, Columns.Rows)
    val before   = in.keyWork
    from.prepare(nested.columns, 0)
    var done = 0
    try
      while done < joined do
        val rows = math.min(joined - done, Columns.Rows)
        nested.columns.read(in, from, rows, -1)
        nested.buildAll(from, rows, elements, done)
        done += rows
    finally from.clear(nested.columns, most)
    if nested.times > 0 && in.keyWork != before then in.chargeWork((in.keyWork - before) * nested.times)
    elements
