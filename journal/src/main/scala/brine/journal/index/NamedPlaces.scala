package brine.journal.index

/** The places of a stream or tag, or those that may have events of several names. Can be walked once. Owned by one
  * thread.
  *
  * @param number
  *   number of the first name
  * @param versionBefore
  *   the stream's version before the segment; 0 for a tag
  * @param units
  *   number of units with the first name
  */
private[index] final class NamedPlaces(
    number: Int,
    versionBefore: Long,
    units: Int,
    source: PlaceSource,
    heads: UnitHeads
):
  /** Those that may have events of another name, too; the same ones if the other name has too many to compare them. */
  def and(other: NamedPlaces): NamedPlaces =
    if other.unitCount > units.toLong * NamedPlaces.UnitsOfEach then this
    else NamedPlaces(number, versionBefore, units, CommonPlaces(source, other.walked), heads)

  private def unitCount: Int      = units
  private def walked: PlaceSource = source

  def places: Places =
    val expected = math.min(math.max(units, NamedPlaces.Few), NamedPlaces.Many)
    source.all(number, versionBefore, heads, expected)

private object NamedPlaces:
  // To read an event takes as long as to compare some dozens of places.
  private inline val UnitsOfEach = 32L

  // How many places to make room for at first.
  private inline val Few  = 8
  private inline val Many = 1024
