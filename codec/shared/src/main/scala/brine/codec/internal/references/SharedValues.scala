package brine.codec.internal.references

import brine.codec.internal.errors.SchemaText
import brine.codec.{In, Out, Shared}

import java.util.IdentityHashMap

/** [[Shared]] values in the bytes: 0 and the value at the first occurrence, else the number of such values since it
  * began, starting at 1.
  *
  * A reference refers only to a value of the same type. `of` is the name of that type, so that no bytes can put a value
  * where another type is expected.
  */
object SharedValues:
  /** Writes a reference, or the marker that the value follows; returns whether the value must follow. */
  def write(out: Out, shared: Shared[?], of: String): Boolean =
    if shared == null then Out.refuseNull("Shared")
    val value    = shared.value.asInstanceOf[AnyRef]
    val distance = out.shared.distance(value, of)
    out.writeUnsignedInt(distance)
    distance == 0

  /** The value that a reference refers to, or null if the value follows. */
  def read[A](in: In, of: String): Shared[A] | Null =
    val known = find(in, of)
    if known == null then null else known.nn.shared.asInstanceOf[Shared[A]]

  /** The entry that a reference refers to, or null if the value follows. */
  private[codec] def find(in: In, of: String): InShared.Entry | Null =
    val at       = in.position
    val distance = in.readUnsignedInt()
    if distance == 0 then null
    else
      val found = in.shared.back(distance)
      if found == null then
        in.failAt(at, s"a reference to the shared value ${Integer.toUnsignedString(distance)} back, but there is none")
      if found.nn.of != of then
        in.failAt(
          at,
          s"a reference to a shared ${SchemaText.cut(found.nn.of)} where a ${SchemaText.cut(of)} is expected"
        )
      found

  /** Creates the holder of a value that follows. */
  def begin[A](in: In, of: String): Shared[A] =
    val shared = new Shared[A]()
    enter(in, shared, of): Unit
    shared

  private[codec] def enter(in: In, shared: Shared[?], of: String): InShared.Entry =
    in.charge(64)
    val entry = InShared.Entry(shared, of)
    in.shared.enter(entry)
    entry

  /** Completes a holder from [[begin]] with its value. */
  def complete[A](shared: Shared[A], value: A): Shared[A] = shared.complete(value)

/** The shared values of a message being written. */
private[codec] final class OutShared:
  // An object that occurs as several types is written once per type.
  private var numbers = new IdentityHashMap[AnyRef, Map[String, Int]]
  private var count   = 0

  /** How many entries ago the value was entered; 0 if it was not, and is entered now. */
  def distance(value: AnyRef, of: String): Int =
    val known = numbers.get(value)
    val types = if known == null then Map.empty[String, Int] else known
    types.get(of) match
      case Some(number) => count - number
      case None         =>
        numbers.put(value, types.updated(of, count)): Unit
        count += 1
        0

  def clear(): Unit =
    // Clearing a map takes time in proportion to its capacity; later messages should not pay for a large one.
    if count > OutShared.Many then numbers = new IdentityHashMap
    else if count > 0 then numbers.clear()
    count = 0

private object OutShared:
  private[internal] inline val Many = 256

/** The shared values of a message being read. */
private[codec] final class InShared:
  private val entries = scala.collection.mutable.ArrayBuffer.empty[InShared.Entry]

  def enter(entry: InShared.Entry): Unit = entries += entry

  def back(distance: Int): InShared.Entry | Null =
    if distance < 0 || distance > entries.size then null else entries(entries.size - distance)

  def clear(): Unit = entries.clear()

private[codec] object InShared:
  final class Entry(val shared: Shared[?], val of: String):
    /** Steps that hashing or comparing the value takes, and those of them that its own references add. Known only where
      * the value is read without its identity.
      */
    var work: Long   = 0L
    var nested: Long = 0L
