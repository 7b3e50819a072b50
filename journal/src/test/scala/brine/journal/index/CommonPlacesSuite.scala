package brine.journal.index

import scala.util.Random

class CommonPlacesSuite extends munit.FunSuite:
  /** A place of the event with a sequence; a whole unit if it has no entry. */
  private final case class Place(unit: Long, entry: Long, sequence: Long)

  private final class Listed(places: Vector[Place]) extends PlaceSource:
    private var at      = -1
    def next(): Boolean =
      at += 1
      at < places.size
    def unit: Long     = places(at).unit
    def entry: Long    = places(at).entry
    def length: Int    = 10
    def sequence: Long = places(at).sequence
    def version: Long  = places(at).sequence
    def check: Int     = places(at).sequence.toInt

  /** The units of a segment: the events of each, and which of them have a name. */
  private type Units = Vector[(Vector[Long], Set[Long])]

  private def places(units: Units, random: Random): Vector[Place] =
    units.zipWithIndex.flatMap:
      case ((_, named), _) if named.isEmpty => Vector.empty
      case ((_, named), unit)               =>
        if random.nextInt(3) == 0 then Vector(Place(unit, 0, named.min))
        else named.toVector.sorted.map(sequence => Place(unit, 1000 + sequence, sequence))

  private def walk(source: PlaceSource): Vector[Place] =
    Iterator
      .continually(source.next())
      .takeWhile(identity)
      .map(_ => Place(source.unit, source.entry, source.sequence))
      .toVector

  test("the places of two or three names have all events with them, and no entry without one"):
    val random = Random(11)
    for run <- 1 to 2000 do
      var last  = 0L
      val units = Vector.fill(random.nextInt(8)):
        val events = Vector.tabulate(1 + random.nextInt(6))(at => last + 1 + at)
        last = events.last
        events
      val names = Vector.fill(2 + random.nextInt(2))(
        units.map(events => (events, events.toSet.filter(_ => random.nextBoolean())))
      )
      val listed = names.map(places(_, random))
      val found  = walk(listed.map(Listed(_): PlaceSource).reduceLeft(CommonPlaces(_, _)))
      val common = names.map(_.flatMap(_._2).toSet).reduce(_ intersect _)
      val clue   = s"run $run: $names, $listed"
      assertEquals(found, found.sortBy(place => (place.unit, place.sequence)).distinct, clue)
      val wholes = found.filter(_.entry == 0).map(_.unit.toInt)
      val single = found.filter(_.entry != 0)
      // A place as a whole is left only where it is one for all names, and begins at the first common event or before.
      assert(wholes.forall(unit => listed.forall(_.exists(place => place.unit == unit && place.entry == 0))), clue)
      assert(found.forall(place => units(place.unit.toInt).contains(place.sequence)), clue)
      for event <- common do
        assert(single.exists(_.sequence == event) || wholes.exists(units(_).contains(event)), s"$event of $clue")
      // An entry has each name that is not at its unit as a whole.
      for place <- single do
        val exact = names.zip(listed).filter((_, own) => own.exists(p => p.unit == place.unit && p.entry != 0))
        assert(exact.forall((name, _) => name(place.unit.toInt)._2(place.sequence)), clue)
