package brine.codec.evolution

import brine.codec.*
import brine.codec.Compatibility.Verdict
import brine.codec.Schema.{Definition, Type}

import scala.collection.immutable.{BitSet, HashSet, ListSet, SortedSet, TreeSet}
import scala.collection.mutable

/** Sequences that become sets, and the reverse: what is read, what is refused, and what the verdict says. */
final class SetsSuite extends munit.FunSuite:
  import SetsSuite.*

  private def equal(findings: Vector[Compatibility.Finding]) =
    findings.filter(_.problem.contains("may be equal")).map(_.path)

  private def verdict[Now: Codec, Then: Codec] = Compatibility.of(Codec[Now], Codec[Then].schema)

  test("a sequence read as a set is a warning with a path"):
    val found = verdict[Distinct.Everywhere, Any.Everywhere]
    assertEquals(found.verdict, Verdict.Compatible, found.toString)
    assertEquals(equal(found.warnings).sorted, paths)
    assertEquals(equal(found.rollback ++ found.oldReadsNew), Vector.empty)

  test("a program that reads new sequences as sets: readers first, with the same paths"):
    val found = verdict[Any.Everywhere, Distinct.Everywhere]
    assertEquals(found.verdict, Verdict.ReadersFirst, found.toString)
    assertEquals(found.warnings, Vector.empty, found.toString)
    assertEquals(equal(found.oldReadsNew).sorted, paths)

  test("sets that become other sets, and sequences that become others, are no warning"):
    val sets = verdict[SortedSet[Int], Set[Int]]
    assertEquals((sets.verdict, sets.warnings, sets.oldReadsNew), (Verdict.Compatible, Vector.empty, Vector.empty))
    assertEquals(equal(verdict[Vector[Int], List[Int]].warnings), Vector.empty)
    assertEquals(verdict[BitSet, Set[Int]].warnings, Vector.empty)
    assertEquals(equal(verdict[BitSet, List[Int]].warnings), Vector("[]"))

  test("elements of a set gain a field: the old program drops it, and may find them equal"):
    val found = verdict[Set[Wide], Set[Narrow]]
    assertEquals(found.verdict, Verdict.ReadersFirst, found.toString)
    assertEquals(found.oldReadsNew.filter(_.problem.contains("become equal")).map(_.path), Vector("[]"))
    assertEquals(verdict[List[Wide], List[Narrow]].verdict, Verdict.Compatible)

  test("a set becomes a sequence, and a sequence without equal elements a set"):
    val sets  = Distinct.of(_.toSet)
    val lists = Any.of(identity)
    val read  = Codec.decodeBare[Any.Everywhere](Codec.encodeBare(sets), Codec[Distinct.Everywhere].schema)
    assert(read.exists(Same(_, lists)), read.toString)
    val back = Codec.decodeBare[Distinct.Everywhere](Codec.encodeBare(lists), Codec[Any.Everywhere].schema)
    assert(back.exists(Same(_, sets)), back.toString)

  test("a sequence with equal elements is refused as a set"):
    val bytes = Codec.encodeBare(Any.of(all => all ++ all))
    val read  = Codec.decodeBare[Distinct.Everywhere](bytes, Codec[Any.Everywhere].schema)
    assert(read.left.exists(_.problem.contains("elements of a set are different")), read.toString)

  test("a sequence becomes a set by a migration"):
    val bytes = Codec.encodeBare(Tagged(List("b", "a", "b"), 1))
    assertEquals(Codec.decodeBare[Labeled](bytes, Codec[Tagged].schema), Right(Labeled(Set("a", "b"), 1)))
    val found = verdict[Labeled, Tagged]
    assertEquals(found.warnings, Vector.empty, found.toString)

  test("the schemas of all sets say so, alone and in a record"):
    val record = Codec[Sets].schema
    record.definitions.head match
      case Definition.Record(_, fields) => fields.foreach(field => assert(isSet(field.of), field.toString))
      case other                        => fail(other.toString)
    val alone = Vector(
      Codec[Set[Int]],
      Codec[HashSet[String]],
      Codec[ListSet[Int]],
      Codec[TreeSet[Int]],
      Codec[SortedSet[Row]],
      Codec[BitSet],
      Codec[collection.Set[Int]],
      Codec[mutable.Set[Int]],
      Codec[mutable.HashSet[Int]],
      Codec[mutable.LinkedHashSet[Row]],
      Codec[mutable.BitSet]
    )
    alone.foreach(codec => assert(isSet(codec.schema.root), codec.schema.toString))
    assertEquals(Codec[Set[Int]].schema.toString, "Set[Int]")
    assertEquals(Codec[BitSet].schema, Codec[Set[Int]].schema)
    assertNotEquals(Codec[Set[Int]].fingerprint, Codec[List[Int]].fingerprint)
    assertEquals(Codec.encodeBare(Set(1, 2)).toSeq, Codec.encodeBare(List(1, 2)).toSeq)

  private def isSet(tpe: Schema.Type): Boolean = tpe match
    case Type.Set(_) => true
    case _           => false

object SetsSuite:
  final case class Row(n: Int, s: String) derives Codec
  object Row:
    given Ordering[Row] = Ordering.by(row => (row.n, row.s))
  final case class Sets(
      set: Set[Int],
      hashed: HashSet[String],
      listed: ListSet[Int],
      tree: TreeSet[Row],
      sorted: SortedSet[Int],
      bits: BitSet,
      any: collection.Set[Row],
      changing: mutable.Set[Int],
      table: mutable.HashSet[Int],
      linked: mutable.LinkedHashSet[Row],
      changed: mutable.BitSet
  ) derives Codec

  object Any:
    final case class One(all: List[Int]) derives Codec
    final case class Row(n: Int, in: List[Int]) derives Codec
    enum Choice derives Codec:
      case Some(of: List[Int])
      case Nothing
    final case class Everywhere(
        alone: List[Int],
        maybe: Option[List[String]],
        by: Map[Int, List[Int]],
        pair: (Int, List[Int]),
        one: One,
        rows: List[Row],
        deep: List[List[Int]],
        side: Either[List[Int], Int],
        choice: Choice,
        @dict marked: List[String],
        same: Shared[List[Int]]
    ) derives Codec

    def of(all: List[Int] => List[Int]): Everywhere =
      val (ints, texts) = (all(List(3, 1)), all(List(3, 1)).map(_.toString))
      val deep          = List(List(2), ints)
      Everywhere(
        ints,
        Some(texts),
        Map(1 -> ints),
        (1, ints),
        One(ints),
        List(Row(1, ints)),
        deep,
        Left(ints),
        Choice.Some(ints),
        texts,
        Shared(ints)
      )

  object Distinct:
    final case class One(all: Set[Int]) derives Codec
    final case class Row(n: Int, in: Set[Int]) derives Codec
    enum Choice derives Codec:
      case Some(of: Set[Int])
      case Nothing
    final case class Everywhere(
        alone: Set[Int],
        maybe: Option[Set[String]],
        by: Map[Int, Set[Int]],
        pair: (Int, Set[Int]),
        one: One,
        rows: List[Row],
        deep: List[Set[Int]],
        side: Either[Set[Int], Int],
        choice: Choice,
        @dict marked: Set[String],
        same: Shared[Set[Int]]
    ) derives Codec

    def of(all: List[Int] => Set[Int]): Everywhere =
      val (ints, texts) = (all(List(3, 1)), all(List(3, 1)).map(_.toString))
      val deep          = List(Set(2), ints)
      Everywhere(
        ints,
        Some(texts),
        Map(1 -> ints),
        (1, ints),
        One(ints),
        List(Row(1, ints)),
        deep,
        Left(ints),
        Choice.Some(ints),
        texts,
        Shared(ints)
      )

  final case class Narrow(n: Int, s: String) derives Codec
  final case class Wide(n: Int, s: String, more: Option[Int]) derives Codec

  private val paths = Vector(
    "alone[]",
    "by[].value[]",
    "choice.Some.of[]",
    "deep[][]",
    "marked[]",
    "maybe[]",
    "one[]",
    "pair._2[]",
    "rows[].in[]",
    "same[]",
    "side.left[]"
  )

  final case class Tagged(tags: List[String], n: Int) derives Codec
  final case class Labeled(tags: Set[String], n: Int) derives Codec
  object Labeled:
    given Migration[Tagged, Labeled] = Migration(old => Labeled(old.tags.toSet, old.n))
