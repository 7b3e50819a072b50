package brine.journal.index

import brine.codec.Schema
import brine.journal.format.Damage
import java.io.IOException

/** An index that is rebuilt, unnoticed by its users, if a page turns out to be damaged or cannot be read. Thread-safe.
  *
  * @param rebuild
  *   makes another index of the segment; the argument says whether the files are still those of this index
  */
private[journal] final class RebuildingIndex(first: SegmentIndex, rebuild: Boolean => IndexedSegment)
    extends IndexedSegment:
  @volatile private var current: IndexedSegment = first

  private inline def reading[A](inline f: IndexedSegment => A): A =
    try f(current)
    catch
      case _: Damage                                             => f(other())
      case _: IOException if !Thread.currentThread.isInterrupted => f(other())

  private def other(): IndexedSegment = synchronized:
    if current eq first then current = rebuild(!isRetired)
    current

  override def release(): Unit = current.release()

  // Guarded by this
  private var uses      = 0
  private var isRetired = false

  override def beginUse(): Unit = synchronized(uses += 1)

  override def endUse(): Unit = synchronized:
    uses -= 1
    if isRetired && uses == 0 then first.release()

  override def retire(): Boolean = synchronized:
    isRetired = true
    if uses == 0 then first.release()
    uses == 0

  def salt: Long                                     = first.salt
  def streamName(number: Int): String                = reading(_.streamName(number))
  def versionBefore(number: Int): Long               = reading(_.versionBefore(number))
  def schema(number: Int): Schema                    = reading(_.schema(number))
  def tag(number: Int): String                       = reading(_.tag(number))
  def streamNumber(name: String): Int                = reading(_.streamNumber(name))
  def tagNumber(tag: String): Int                    = reading(_.tagNumber(tag))
  def lastVersion(name: String): Long                = reading(_.lastVersion(name))
  def streamUnits(name: String): Array[Long]         = reading(_.streamUnits(name))
  def tagUnits(tag: String): Array[Long]             = reading(_.tagUnits(tag))
  def offsetBefore(sequence: Long): Long             = reading(_.offsetBefore(sequence))
  def offsetAt(time: Long): Long                     = reading(_.offsetAt(time))
  def key(high: Long, low: Long): KeyedAppend | Null = reading(_.key(high, low))

  override def unitCountOfTag(tag: String): Int          = reading(_.unitCountOfTag(tag))
  override def isOutdated: Boolean                       = first.isOutdated && (current eq first)
  def nameCount(table: Int): Int                         = reading(_.nameCount(table))
  def hashes(table: Int): Array[Long]                    = reading(_.hashes(table))
  override def streamPlaces(name: String): Places | Null = reading(_.streamPlaces(name))
  override def tagPlaces(tag: String): Places | Null     = reading(_.tagPlaces(tag))

  // In one call, since the places of two indexes cannot be compared.
  override def placesOf(stream: String | Null, tags: Vector[String]): Places | Null =
    reading(_.placesOf(stream, tags))
