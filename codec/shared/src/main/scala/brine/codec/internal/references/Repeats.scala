package brine.codec.internal.references

import brine.codec.{In, Out}

/** Values of types and fields marked by [[brine.codec.dict]], in a message with a dictionary: 0 and the value, or the
  * number of such values since the same bytes occurred, starting at 1.
  *
  * Values are compared by their bytes in a separate message without a dictionary, which is also how they are written.
  * Comparing objects would not distinguish 1.5 from 1.50. As for strings, a value referenced by two bytes is entered
  * again.
  */
object Repeats:
  /** Values longer than this, in bytes, are not remembered. */
  private[codec] inline val Longest = 4096

  /** References below this take one byte. */
  private[codec] inline val Near = 127

  /** Where to write the value before [[end]]; null if it is written directly. */
  def begin(out: Out): Out | Null = if out.dictionary == null then null else out.inner()

  /** Writes the value whose bytes `inner` contains. */
  def end(out: Out, inner: Out, of: String): Unit =
    val size     = inner.size
    val distance = if size > Longest then 0 else out.dictionary.nn.repeats.find(inner.array, size, of)
    out.writeUnsignedInt(distance)
    if distance == 0 then
      val at = out.ensure(size)
      inner.copyTo(out.array, at): Unit
      out.position = at + size
    out.takeBack(inner, isReference = distance > 0)

  /** Whether the next value may be a reference. Then call [[read]]; if that returns null, call [[open]], read the
    * value, and call [[close]].
    */
  def isRead(in: In): Boolean = in.dictionary != null

  /** The value that a reference refers to, or null if the value follows. */
  def read(in: In, of: String): Any =
    val at       = in.position
    val distance = in.readUnsignedInt()
    if distance == 0 then null
    else
      val found = in.dictionary.nn.repeats.back(distance)
      if found == null then
        in.failAt(at, s"a reference to the value ${Integer.toUnsignedString(distance)} back, but there is none")
      if found.nn.of != of then in.failAt(at, s"a reference to a ${found.nn.of} where a $of is expected")
      in.keyWork += found.nn.work
      found.nn.value

  /** Sets aside the state of the message while a value is read that was written on its own. */
  def open(in: In): InRepeats.Outside = in.setAside()

  /** Enters the value read since [[open]]. */
  def close(in: In, outside: InRepeats.Outside, of: String, value: Any): Unit =
    in.takeUp(outside)
    if in.position - outside.position <= Longest then
      in.dictionary.nn.repeats.enter(InRepeats.Entry(value, of, outside.workSince(in)))

/** The marked values of a message being written. */
private[codec] final class OutRepeats:
  private val recent                             = new Recent
  private var at: Array[OutRepeats.Entry | Null] = new Array[OutRepeats.Entry | Null](recent.places)

  /** How many entries ago these bytes were entered for this type; 0 if they were not. Enters them now, unless they are
    * near.
    */
  def find(bytes: Array[Byte], size: Int, of: String): Int =
    val hash   = OutRepeats.hash(bytes, size, of)
    var number = recent.latest(hash)
    var looked = 1
    while number >= 0 && looked <= Dictionary.MostEqualHashes && !at(recent.place(number)).nn.is(bytes, size, of) do
      number = recent.older(number)
      looked += 1
    val found    = number >= 0 && looked <= Dictionary.MostEqualHashes
    val distance = if found then recent.distance(number) else 0
    if !found || distance > Repeats.Near then
      val entry =
        if found then at(recent.place(number)).nn else OutRepeats.Entry(java.util.Arrays.copyOf(bytes, size), of)
      if recent.mustGrow then grow()
      at(recent.enter(hash)) = entry
    distance

  private def grow(): Unit =
    val old = at
    recent.grow()
    at = new Array[OutRepeats.Entry | Null](recent.places)
    var i = recent.count
    while i > 0 do
      i -= 1
      val number = recent.numberOf(i)
      at(recent.place(number)) = old(number & (old.length - 1))

  def clear(): Unit =
    if recent.count > 0 then
      java.util.Arrays.fill(at.asInstanceOf[Array[AnyRef]], null)
      recent.clear()

private[codec] object OutRepeats:
  final class Entry(bytes: Array[Byte], of: String):
    def is(others: Array[Byte], size: Int, type_ : String): Boolean =
      bytes.length == size && of == type_ && isSame(others)

    private def isSame(others: Array[Byte]): Boolean =
      var i = 0
      while i < bytes.length && bytes(i) == others(i) do i += 1
      i == bytes.length

  def hash(bytes: Array[Byte], size: Int, of: String): Int =
    var hash = of.hashCode
    var i    = 0
    while i < size do
      hash = hash * 31 + bytes(i)
      i += 1
    hash

object InRepeats:
  /** A value that was read.
    *
    * @param work
    *   steps that hashing or comparing it takes
    */
  final class Entry private[codec] (val value: Any, val of: String, private[codec] val work: Long)

  /** The state of a message, while a value is read that must not refer to it. */
  final class Outside private[codec] (
      private[codec] val position: Int,
      private[codec] val dictionary: InDictionary | Null,
      private[codec] val shared: InShared | Null,
      private[codec] val previousSeconds: Long,
      private[codec] val previousNanos: Int,
      storage: Long,
      keyWork: Long
  ):
    /** Steps that hashing or comparing the value takes that was read since. */
    private[codec] def workSince(in: In): Long = in.workSince(position, storage, keyWork)
