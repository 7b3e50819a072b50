package brine.journal.reading

import brine.journal.format.EntryReader
import brine.journal.index.{PlacedEntry, Places}
import brine.journal.storage.StorageFile

/** The events of a segment that a cursor reads at the places that the index gives, without the units around them. Owned
  * by one thread at a time.
  *
  * @param first
  *   the place to begin with
  */
private[reading] final class PlacedEvents(places: Places, first: Int, reader: PlacedEntry):
  private var at = first - 1

  /** Number of the stream or tag in the segment. */
  def number: Int = places.number

  /** The stream's version before the segment. */
  def versionBefore: Long = places.versionBefore

  /** Moves to the next place; false after the last one. */
  def move(): Boolean =
    if at + 1 >= places.size then false
    else
      at += 1
      true

  /** Whether the place is a whole unit, which may have several of the events. */
  def isUnit: Boolean = places.isWhole(at)

  /** Offset of the place's unit. */
  def unit: Long = places.units(at)

  /** Sequence of the event. */
  def sequence: Long = places.sequences(at)

  /** Version of the event, relative to the stream's first one in the segment. */
  def version: Long = places.versions(at)

  /** Sets the entry before the event. False if the file has other bytes there: the unit says whether it is damaged.
    *
    * @param salt
    *   salt of the file that the index describes
    */
  def read(file: StorageFile, salt: Long, entry: EntryReader): Boolean = reader.read(file, salt, places, at, entry)
