package brine.codec.inspect.internal

import brine.codec.Schema.Type
import brine.codec.inspect.{Part, Path, Value}

/** Reads maps: alternating keys and values, or columns; section 6 of the format. */
private[inspect] final class MapWalk(walk: Walk, types: Types, values: ValueWalk):
  private val in      = walk.in
  private val columns = ColumnWalk(walk, types, values)

  def read(map: Type.Map, path: Path): Value =
    val at    = in.position
    val key   = types.leastOf(map.key)
    val value = types.leastOf(map.value)
    // If the minimum of one half is unknown, the other half may still have one.
    val least = math.max(0, key) + math.max(0, value)
    types.entryColumns(map).filter(_.arePacked) match
      case Some(all) =>
        val header = in.readLayout(least)
        sized(at, header, path)
        if (header & 1) == 0 then each(header >>> 1, map, path)
        else
          Value.Mapping(
            columns.read(all, types.entryLeaves(map), header >>> 1, path)((built, row) =>
              (built.value(map.key, row), built.value(map.value))
            )
          )
      case None =>
        val size = in.readSize(if least == 0 && (key < 0 || value < 0) then 1 else least)
        sized(at, size << 1, path)
        each(size, map, path)

  private def sized(at: Int, header: Int, path: Path): Unit =
    walk.entry(at, path, Part.Size):
      val count = header >>> 1
      s"size: ${if count == 1 then "1 entry" else s"$count entries"}${if (header & 1) == 0 then "" else ", packed"}"

  private def each(size: Int, map: Type.Map, path: Path): Value =
    in.charge(56L * size)
    walk.charge(0)
    val entries = Vector.newBuilder[(Value, Value)]
    var i       = 0
    while i < size && !walk.isEnded do
      walk.charge(1)
      val inside = path.element(i)
      val key    = values.value(map.key, inside.field("key"))
      entries += key -> values.value(map.value, inside.field("value"))
      i += 1
    Value.Mapping(entries.result())
