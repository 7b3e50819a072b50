package brine.jdbc.internal.queries

import brine.journal.Category

/** A way through events in their order by one index, and those that it selects. Two that are equal select the same.
  *
  * @param tests
  *   an event is selected if one of them selects it; without any, all are
  */
private[jdbc] final case class Path(index: Path.Index, tests: Vector[Path.Test])

private[jdbc] object Path:
  /** Which events are looked at. */
  enum Index:
    case Tagged(tag: Long)
    case InStream(stream: Long)
    case InCategory(category: Long)
    case All

  /** The events that are selected are those that pass all parts. A part without elements does not restrict.
    *
    * @param tags
    *   the event has all of these
    * @param kinds
    *   it is of one of these
    * @param streams
    *   it is in one of these
    * @param categories
    *   its stream is in one of these
    */
  final case class Test(
      tags: Vector[Long] = Vector.empty,
      kinds: Vector[Long] = Vector.empty,
      streams: Vector[Long] = Vector.empty,
      categories: Vector[Category] = Vector.empty
  ):
    def isEmpty: Boolean = this == Test.none

  object Test:
    val none: Test = Test()
