package brine.journal.reading

import brine.journal.index.UnitCursor

/** Walks the units of several lists in order, each unit once. Lists may grow. Owned by one thread. */
private[reading] final class MergedUnits(cursors: Array[UnitCursor]) extends UnitCursor:
  // The next unit of each list; -1 if there was none.
  private val heads = Array.fill(cursors.length)(-1L)
  private var last  = -1L

  /** The units are of no one stream or tag. */
  def number: Int = -1

  def next(): Long =
    // A unit is added to its lists before later units are added to theirs. So a list that is found empty after the last
    // head was found has no earlier unit.
    while fill() do ()
    var first = -1
    var at    = 0
    while at < heads.length do
      if heads(at) >= 0 && (first < 0 || heads(at) < heads(first)) then first = at
      at += 1
    if first < 0 then -1
    else
      last = heads(first)
      at = 0
      while at < heads.length do
        if heads(at) == last then heads(at) = -1
        at += 1
      last

  /** Looks for heads of the lists that have none. Returns whether it found one. */
  private def fill(): Boolean =
    var found = false
    var at    = 0
    while at < heads.length do
      if heads(at) < 0 then
        var head = cursors(at).next()
        // Of a unit that was added to this list after it was read.
        while head >= 0 && head <= last do head = cursors(at).next()
        heads(at) = head
        if head >= 0 then found = true
      at += 1
    found
