package brine.codec.evolution

import brine.codec.*

import scala.collection.immutable.{BitSet, SortedMap, SortedSet, VectorMap}

/** Collections that are exchanged for others, or whose elements change. */
object CollectionChanges extends Changes("Collections"):
  final case class Pixel(x: Int, y: Int) derives Codec
  final case class Voxel(x: Long, z: Int = 9, y: Int) derives Codec

  private val few  = List(3, 1, 2)
  private val many = List.tabulate(50)(i => i * 7 - 3)

  change("List becomes Vector")(
    read(few           -> few.toVector, many -> many.toVector, Nil -> Vector.empty[Int]),
    read(many.toVector -> many)
  )
  change("Vector becomes Array")(
    read(few.toVector -> few.toArray, many.toVector -> many.toArray),
    read(many.toArray -> many.toVector)
  )
  change("List of records becomes Array")(
    read(many.map(i => Pixel(i, -i)) -> many.map(i => Pixel(i, -i)).toArray, List.empty[Pixel] -> Array.empty[Pixel]),
    read(many.map(i => Pixel(i, -i)).toArray -> many.map(i => Pixel(i, -i)))
  )
  change("List becomes Set", "Only if no list has equal elements.")(
    read(few -> few.toSet, many -> many.toSet).except(List(1, 1), "elements of a set are different"),
    read(many.toSet -> many.toSet.toList)
  )
  change("List of Strings within an Option becomes a Set", "Only if no list has equal elements.")(
    read(Option(List("b", "a")) -> Option(Set("b", "a"))).except(
      Option(List("a", "a")),
      "elements of a set are different"
    ),
    read(Option(Set("b", "a")) -> Option(List("b", "a")))
  )
  change("Set becomes Vector", "Readers first: programs of the version before refuse equal elements.")(
    read(few.toSet -> few.toVector, many.toSet -> many.toSet.toVector),
    read(many.toVector -> many.toSet).except(Vector(1, 1), "elements of a set are different")
  )
  change("Set becomes a bit set")(
    read(few.toSet                  -> few.to(BitSet), many.map(_ + 3).toSet -> many.map(_ + 3).to(BitSet)),
    read(many.map(_ + 3).to(BitSet) -> many.map(_ + 3).toSet)
  )
  change("Set becomes SortedSet")(
    read(many.toSet        -> many.to(SortedSet)),
    read(few.to(SortedSet) -> few.toSet)
  )
  change("Map becomes SortedMap")(
    read(many.map(i => i -> s"$i").toMap -> many.map(i => i -> s"$i").to(SortedMap)),
    read(SortedMap(1 -> "a")             -> Map(1 -> "a"))
  )
  change("Keys and values of a Map are widened", "Readers first.")(
    read(many.map(i => i -> Pixel(i, -i)).to(VectorMap) -> many.map(i => i.toLong -> Voxel(i, 9, -i)).to(VectorMap)),
    refuse[VectorMap[Long, Voxel], VectorMap[Int, Pixel]]("[].key: it was written as Long")(
      VectorMap(1L -> Voxel(1, 9, 2))
    )
  )
  change("Map becomes a sequence of pairs", "Add a new field, or migrate.")(
    refuse[Map[Int, String], List[(Int, String)]]("cannot be read as a List")(Map(1 -> "a")),
    refuse[List[(Int, String)], Map[Int, String]]("cannot be read as a Map")(List(1 -> "a"))
  )
  change("Elements are widened", "Readers first.")(
    read(few -> few.map(_.toLong).toVector, many -> many.map(_.toLong).toVector),
    refuse[Vector[Long], List[Int]]("[]: it was written as Long and cannot be read as Int")(Vector(1L))
  )
  change("Packed elements are widened to elements that are not packed", "Readers first.")(
    read(few -> few.map(BigDecimal(_)), many -> many.map(BigDecimal(_))),
    refuse[List[BigDecimal], List[Int]]("[]: it was written as BigDecimal")(List(BigDecimal(1)))
  )
  change("Elements become Options", "Readers first.")(
    read(few -> few.map(Option(_)), many -> many.map(Option(_))),
    refuse[List[Option[Int]], List[Int]]("[]: it was written as Option[Int]")(List(Some(1)))
  )
  change("Elements are wrapped")(
    read(few                          -> few.map(ShapeChanges.Id(_)), many -> many.map(ShapeChanges.Id(_))),
    read(many.map(ShapeChanges.Id(_)) -> many, few.map(ShapeChanges.Id(_)) -> few)
  )
  change("Fields of elements are added, reordered, widened", "Readers first.")(
    read(
      few.map(i => Pixel(i, -i))  -> few.map(i => Voxel(i, 9, -i)),
      many.map(i => Pixel(i, -i)) -> many.map(i => Voxel(i, 9, -i))
    ),
    refuse[List[Voxel], List[Pixel]]("[].x: it was written as Long")(List(Voxel(1, 2, 3)))
  )
  change("A becomes a sequence of A", "Add a new field, or migrate.")(
    refuse[Int, List[Int]]("cannot be read as a List")(1),
    refuse[List[Int], Int]("cannot be read as Int")(few)
  )

  final case class Tile(x: Int, y: Int, layer: Int) derives Codec
  change("Elements of a Set lose a field", "Only if no two elements become equal.")(
    read(many.map(i => Tile(i, i, 1)).toSet -> many.map(i => Pixel(i, i)).toSet)
      .except(Set(Tile(1, 1, 1), Tile(1, 1, 2)), "elements of a set are different"),
    refuse[Set[Pixel], Set[Tile]]("layer: it is missing")(Set(Pixel(1, 1)))
  )
  change("Keys of a Map lose a field", "Only if no two keys become equal.")(
    read(many.map(i => Tile(i, i, 1) -> i).toMap -> many.map(i => Pixel(i, i) -> i).toMap)
      .except(Map(Tile(1, 1, 1) -> 1, Tile(1, 1, 2) -> 2), "keys of a map are different"),
    refuse[Map[Pixel, Int], Map[Tile, Int]]("layer: it is missing")(Map(Pixel(1, 1) -> 1))
  )
