package brine.codec.bench.datasets

/** Writes and reads one type by hand, for one version of it: the floor that a codec can be compared with. Texts are
  * their length and UTF-8, options a byte and the value, sequences their length and the elements.
  */
private[bench] trait FixedCodec[A]:
  def write(out: FixedBuffer, value: A): Unit
  def read(in: FixedBuffer): A

private[bench] object FixedCodec:
  val floats: FixedCodec[Array[Float]] = new FixedCodec[Array[Float]]:
    def write(out: FixedBuffer, value: Array[Float]): Unit = out.putFloats(value)
    def read(in: FixedBuffer): Array[Float]                = in.getFloats()

  val ints: FixedCodec[Array[Int]] = new FixedCodec[Array[Int]]:
    def write(out: FixedBuffer, value: Array[Int]): Unit = out.putInts(value)
    def read(in: FixedBuffer): Array[Int]                = in.getInts()

  inline def writeAll[A](out: FixedBuffer, values: Vector[A])(inline write: A => Unit): Unit =
    out.room(4)
    out.putInt(values.length)
    val each = values.iterator
    while each.hasNext do write(each.next())

  /** Not for an argument: HotSpot does not compile a loop that runs while others are on the stack. */
  inline def readAll[A](in: FixedBuffer)(inline read: => A): Vector[A] =
    val size    = in.getInt()
    val builder = Vector.newBuilder[A]
    var i       = 0
    while i < size do
      builder += read
      i += 1
    builder.result()

  /** There must be room for a byte. */
  inline def writeOption[A](out: FixedBuffer, value: Option[A])(inline write: A => Unit): Unit =
    if value.isEmpty then out.putByte(0)
    else
      out.putByte(1)
      write(value.get)

  inline def readOption[A](in: FixedBuffer)(inline read: => A): Option[A] =
    if in.getByte() == 0 then None else Some(read)
