package brine.journal.index

import java.util.Arrays.copyOf

/** Collects [[Places]]. Owned by one thread. */
private[index] final class PlaceBuffer(expected: Int):
  private var units     = new Array[Long](expected)
  private var entries   = new Array[Long](expected)
  private var lengths   = new Array[Int](expected)
  private var sequences = new Array[Long](expected)
  private var versions  = new Array[Long](expected)
  private var checks    = new Array[Int](expected)
  private var size      = 0

  def add(unit: Long, entry: Long, length: Int, sequence: Long, version: Long, check: Int): Unit =
    if size == units.length then grow()
    units(size) = unit
    entries(size) = entry
    lengths(size) = length
    sequences(size) = sequence
    versions(size) = version
    checks(size) = check
    size += 1

  private def grow(): Unit =
    val more = math.max(size * 2, 8)
    units = copyOf(units, more)
    entries = copyOf(entries, more)
    lengths = copyOf(lengths, more)
    sequences = copyOf(sequences, more)
    versions = copyOf(versions, more)
    checks = copyOf(checks, more)

  /** What was added, for the stream or tag with a number. Nothing may be added afterward. */
  def places(number: Int, versionBefore: Long, heads: UnitHeads): Places =
    Places(number, versionBefore, size, units, entries, lengths, sequences, versions, checks, heads)
