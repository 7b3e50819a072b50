package brine.codec.inspect.internal

import brine.codec.In
import brine.codec.Schema.Type
import brine.codec.inspect.{Part, Path, Value}
import brine.codec.internal.references.{Repeats, SharedValues}

/** Reads values that may be references: shared ones, and those marked by `@dict`; sections 9 and 11 of the format. */
private[inspect] final class OccurrenceWalk(walk: Walk, types: Types, values: ValueWalk):
  private val in = walk.in

  private def distance(at: Int): Int = In(in.array, at, in.position - at).readUnsignedInt()

  /** Reads a shared value. The message remembers the reference to it instead of the value, since the value may contain
    * itself.
    */
  def shared(of: Type, path: Path): Value =
    val at    = in.position
    val name  = types.nameOf(of)
    val known = SharedValues.read[Value](in, name)
    if known != null then
      val value = known.nn.value
      walk.entryOf(at, path, Part.Reference, Some(value), 1)(s"shared, ${distance(at)} back")
      value
    else
      val number = walk.nextShared()
      SharedValues.complete(SharedValues.begin[Value](in, name), Value.Same(number)): Unit
      walk.charge(1)
      walk.entry(at, path, Part.Reference)(s"shared, number $number")
      Value.Shared(number, values.value(of, path))

  /** Reads a value marked for the dictionary. */
  def repeated(of: Type, path: Path): Value =
    if !Repeats.isRead(in) then values.value(of, path)
    else
      val at    = in.position
      val name  = types.nameOf(of)
      val known = Repeats.read(in, name)
      if known != null then
        val value = known.asInstanceOf[Value]
        walk.entryOf(at, path, Part.Reference, Some(value), 1)(s"@dict, ${distance(at)} back")
        value
      else
        walk.entry(at, path, Part.Reference)("@dict, in full")
        val outside = Repeats.open(in)
        val value   = values.value(of, path)
        Repeats.close(in, outside, name, value)
        value
