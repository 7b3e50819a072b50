package brine.codec.inspect.internal

import brine.codec.{Codec, DecodeError}
import brine.codec.inspect.{Part, Path, Value}

import scala.util.control.NonFatal

/** Reads values of hand-written codecs with the codec of that name. If it was not given, nothing after the value can be
  * read.
  */
private[inspect] final class CustomWalk(walk: Walk):
  private val in = walk.in

  def read(name: String, path: Path): Value = walk.codecs.get(name) match
    case Some(codec) => known(name, codec, path)
    case None        => unknown(name, path)

  private def known(name: String, codec: Codec[?], path: Path): Value =
    val at = in.position
    walk.charge(1)
    val value =
      try Value.Custom(name, codec.read(in))
      catch
        case error: DecodeError => throw error
        case NonFatal(error)    => throw in.refused(error)
    walk.content(at, path, value)(s"codec ${Escaped.name(name)}")
    value

  private def unknown(name: String, path: Path): Value =
    val at = in.position
    walk.isEnded = true
    walk.budget.take(in, in.remaining)
    val value = Value.Opaque(name, IArray.unsafeFromArray(java.util.Arrays.copyOfRange(in.array, at, in.end)))
    in.position = in.end
    walk.entryOf(at, path, Part.Unread, Some(value), 1)(
      s"not read: only the codec ${Escaped.name(name)} can read this and what follows; pass it by name"
    )
    value
