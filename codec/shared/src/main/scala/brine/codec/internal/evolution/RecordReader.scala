package brine.codec.internal.evolution

import brine.codec.internal.columns.{Columns, Registers}
import brine.codec.internal.concurrent
import brine.codec.internal.errors.{Malformed, SchemaText}
import brine.codec.internal.schema.SchemaLayout.{Header, Place}
import brine.codec.{Codec, DecodeError, In}

/** The fields of a record as they were written, and how the value is built from them.
  *
  * @param targets
  *   for each written field, the index of its value among the parts, or -1 if it is not needed
  * @param missing
  *   the parts without a written field, with their default values
  * @param make
  *   builds the value from its parts
  */
private[codec] final class Fields(
    val names: Array[String],
    val readers: Array[Reader],
    targets: Array[Int],
    slots: Int,
    missing: Array[(Int, () => Any)],
    make: (In, Array[AnyRef]) => Any
):
  // Fields that take neither a byte nor a bit cost a message nothing, so they are charged to its budget.
  private val emptySize = Once(0)(8 * readers.count(reader => reader.items == 0 && reader.minSize == 0))

  /** The fewest bytes besides the header. */
  def least: Int =
    emptySize.get: Unit
    Fields.sum(readers.iterator.map(_.fieldSize))

  /** The fewest bytes if there is no header. */
  def leastAlone: Int =
    emptySize.get: Unit
    Fields.sum(readers.iterator.map(_.minSize))

  // Codecs of fields that are read without the header; null where a reader needs the header.
  private val plain: Array[Codec[?] | Null] = readers.map {
    case reader if reader.items > 0 => null
    case direct: Direct             => direct.of
    case alone: Alone               => alone.of
    case sequence: SequenceReader   => sequence.of
    case reader                     => reader
  }
  private val inValue  = readers.map { case direct: Direct => direct.of; case reader => reader }
  private val absent   = missing.map(_._1)
  private val standIns = missing.map(_._2)

  /** Reads the fields one by one, with the header of their record. */
  def read(in: In, header: HeaderBits | Null, starts: Array[Int]): Any =
    if emptySize.get > 0 then in.charge(emptySize.get)
    val parts = new Array[AnyRef](slots)
    var i     = 0
    try
      while i < plain.length do
        val codec = plain(i)
        val value = if codec != null then codec.nn.read(in) else readers(i).field(in, header.nn, starts(i))
        if targets(i) >= 0 then parts(targets(i)) = value.asInstanceOf[AnyRef]
        i += 1
    catch case error: DecodeError => throw error.inField(SchemaText.cut(names(i)))
    finish(in, parts)

  /** Reads fields without a header, such as the elements of a tuple. */
  def readEach(in: In): Any =
    if emptySize.get > 0 then in.charge(emptySize.get)
    val parts = new Array[AnyRef](slots)
    var i     = 0
    try
      while i < inValue.length do
        val value = inValue(i).read(in)
        if targets(i) >= 0 then parts(targets(i)) = value.asInstanceOf[AnyRef]
        i += 1
    catch case error: DecodeError => throw error.inField(SchemaText.cut(names(i)))
    finish(in, parts)

  /** Reads the only field, whose items in the header start at `at`. */
  def readOne(in: In, header: HeaderBits, at: Int): Any =
    val parts = new Array[AnyRef](slots)
    val value =
      try readers(0).field(in, header, at)
      catch case error: DecodeError => throw error.inField(SchemaText.cut(names(0)))
    if targets(0) >= 0 then parts(targets(0)) = value.asInstanceOf[AnyRef]
    finish(in, parts)

  /** The value if no field was written. */
  def fromNothing: Any = finish(Fields.NoInput, new Array[AnyRef](slots))

  private def finish(in: In, parts: Array[AnyRef]): Any =
    var i = 0
    while i < absent.length do
      parts(absent(i)) = standIns(i)().asInstanceOf[AnyRef]
      i += 1
    make(in, parts)

  /** The columns of the fields side by side; null if one of them is not flat. */
  def columns: Columns | Null =
    if readers.isEmpty then null else Columns.of(names.zip(readers.map(_.columns)))

  // Not for each row, because each call for the columns of a number makes others.
  private val widths = concurrent.Once(readers.map(_.columns.nn.all.length))

  def build(from: Registers, row: Int, first: Int): Any =
    val parts = new Array[AnyRef](slots)
    val own   = widths()
    var at    = first
    var i     = 0
    while i < readers.length do
      if targets(i) >= 0 then parts(targets(i)) = readers(i).build(from, row, at).asInstanceOf[AnyRef]
      at += own(i)
      i += 1
    finish(from.in.nn, parts)

private[codec] object Fields:
  private val NoInput = In(Array.emptyByteArray)

  /** An upper bound of sizes: sums over a hostile schema may overflow. */
  private val Most = 1 << 24

  def sum(sizes: Iterator[Int]): Int = math.min(sizes.map(_.toLong).sum, Most).toInt

/** The fields of a record and the header before them. */
private[codec] final class Body(header: Header, val fields: Fields):
  private val places: Array[Place] = header.places.flatten
  private val starts: Array[Int]   = header.places.scanLeft(0)((at, items) => at + items.length)
  private val groups               = header.used.length

  /** The fewest bytes. */
  def least: Int = header.used.indices.map(header.bytes).sum + fields.least

  /** Reads the record. `first` is the first byte of the header if that byte was read already because it contains the
    * tag of a sum, else -1.
    */
  def read(in: In, first: Int): Any =
    if groups == 0 then fields.read(in, null, starts)
    else
      val bits = group(in, 0, first)
      val rest = if groups == 1 then null else Array.tabulate(groups - 1)(i => group(in, i + 1, -1))
      check(in, 0, bits)
      if rest != null then rest.nn.indices.foreach(i => check(in, i + 1, rest.nn(i)))
      fields.read(in, HeaderBits(places, bits, rest), starts)

  private def group(in: In, number: Int, first: Int): Int =
    val bytes = header.bytes(number)
    if first < 0 then in.readBits(bytes)
    else if bytes == 1 then first
    else first | in.readBits(bytes - 1) << 8

  private def check(in: In, number: Int, bits: Int): Unit =
    val used = header.used(number)
    if used < 32 && (bits >>> used) != 0 then Malformed.badPadding(in)

/** Reads a record in value position. */
private[codec] final class RecordReader(isRecursive: Boolean) extends Reader:
  private[evolution] var body: Body = scala.compiletime.uninitialized
  private val size                  = Once(0)(body.least)
  private val own                   = Once[Columns | Null](null)(if isRecursive then null else body.fields.columns)

  def minSize: Int = size.get

  def read(in: In): Any =
    if !isRecursive then body.read(in, -1)
    else
      in.enter()
      val value = body.read(in, -1)
      in.leave()
      value

  private[codec] override def columns: Columns | Null                           = own.get
  private[codec] override def build(from: Registers, row: Int, first: Int): Any = body.fields.build(from, row, first)

/** Reads a tuple, whose elements have no header. */
private[codec] final class TupleReader(fields: Fields) extends Reader:
  private val size                                    = Once(0)(fields.leastAlone)
  private val own                                     = Once[Columns | Null](null)(fields.columns)
  def minSize: Int                                    = size.get
  def read(in: In): Any                               = fields.readEach(in)
  private[codec] override def columns: Columns | Null = own.get
  private[codec] override def build(from: Registers, row: Int, first: Int): Any = fields.build(from, row, first)

/** A value computed once, while a plan is built by a single thread. `within` is its value for a part that contains
  * itself.
  */
private[codec] final class Once[A](within: A)(compute: => A):
  private var state = 0
  private var value = within

  def get: A =
    if state == 0 then
      state = 1
      value = compute
      state = 2
    value
