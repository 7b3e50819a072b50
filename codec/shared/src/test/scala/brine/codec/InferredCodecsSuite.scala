package brine.codec

import java.time.{ZoneId, ZoneOffset}
import scala.collection.immutable.*
import scala.collection.mutable
import scala.concurrent.duration.{Duration, FiniteDuration}

object InferredCodecsSuite:
  final case class Both[A](name: String, value: A) derives Codec
  final case class Pair[A, B](first: A, second: B) derives Codec

  enum Tree[A] derives Codec:
    case Leaf(value: A)
    case Fork(left: Tree[A], right: Tree[A])

  sealed trait Animal derives Codec
  final case class Dog(name: String) extends Animal derives Codec

  final class Box[A](val value: A)
  object Box:
    given [A](using Codec[A]): Codec[Box[A]] = Codec[A].imap(Box(_))(_.value)

/** Codecs of generic types, found from a value alone.
  *
  * Scala 3.3 searches for a codec of any supertype of the value, later versions for a codec of its type. Both must find
  * the same codec, because programs compiled with either must write the same bytes.
  */
class InferredCodecsSuite extends munit.FunSuite:
  import InferredCodecsSuite.*

  /** What the compiler inferred: invariant, so that it is `A` and no supertype. */
  final class Inferred[A](val value: A, val codec: Codec[A])

  private def inferred[A](value: A)(using codec: Codec[A]): Inferred[A] = Inferred(value, codec)

  extension [A](found: Inferred[A])
    /** Checks that this is the codec found where the type is written out. */
    private def is(codec: Codec[A])(using munit.Location): Unit =
      assertEquals(found.codec.schema, codec.schema)
      assertEquals(
        Codec.encode(found.value)(using found.codec).toSeq,
        Codec.encode(found.value)(using codec).toSeq
      )

  test("sequences"):
    val list        = inferred(Both("n", List(1)))
    val vector      = inferred(Both("n", Vector(1)))
    val seq         = inferred(Both("n", Seq(1)))
    val linear      = inferred(Both("n", LinearSeq(1)))
    val indexed     = inferred(Both("n", IndexedSeq(1)))
    val iterable    = inferred(Both("n", Iterable(1)))
    val queue       = inferred(Both("n", Queue(1)))
    val lazyList    = inferred(Both("n", LazyList(1)))
    val arraySeq    = inferred(Both("n", ArraySeq(1)))
    val array       = inferred(Both("n", Array(1)))
    val frozenArray = inferred(Both("n", IArray(1)))
    (list: Inferred[Both[List[Int]]]).is(Codec[Both[List[Int]]])
    (vector: Inferred[Both[Vector[Int]]]).is(Codec[Both[Vector[Int]]])
    (seq: Inferred[Both[Seq[Int]]]).is(Codec[Both[Seq[Int]]])
    (linear: Inferred[Both[LinearSeq[Int]]]).is(Codec[Both[LinearSeq[Int]]])
    (indexed: Inferred[Both[IndexedSeq[Int]]]).is(Codec[Both[IndexedSeq[Int]]])
    (iterable: Inferred[Both[Iterable[Int]]]).is(Codec[Both[Iterable[Int]]])
    (queue: Inferred[Both[Queue[Int]]]).is(Codec[Both[Queue[Int]]])
    (lazyList: Inferred[Both[LazyList[Int]]]).is(Codec[Both[LazyList[Int]]])
    (arraySeq: Inferred[Both[ArraySeq[Int]]]).is(Codec[Both[ArraySeq[Int]]])
    (array: Inferred[Both[Array[Int]]]).is(Codec[Both[Array[Int]]])
    (frozenArray: Inferred[Both[IArray[Int]]]).is(Codec[Both[IArray[Int]]])

  test("sets"):
    val set      = inferred(Both("n", Set(1)))
    val hashed   = inferred(Both("n", HashSet(1)))
    val listed   = inferred(Both("n", ListSet(1)))
    val sorted   = inferred(Both("n", SortedSet(1)))
    val tree     = inferred(Both("n", TreeSet(1)))
    val bits     = inferred(Both("n", BitSet(1)))
    val mutables = inferred(Both("n", mutable.BitSet(1)))
    (set: Inferred[Both[Set[Int]]]).is(Codec[Both[Set[Int]]])
    (hashed: Inferred[Both[HashSet[Int]]]).is(Codec[Both[HashSet[Int]]])
    (listed: Inferred[Both[ListSet[Int]]]).is(Codec[Both[ListSet[Int]]])
    (sorted: Inferred[Both[SortedSet[Int]]]).is(Codec[Both[SortedSet[Int]]])
    (tree: Inferred[Both[TreeSet[Int]]]).is(Codec[Both[TreeSet[Int]]])
    (bits: Inferred[Both[BitSet]]).is(Codec[Both[BitSet]])
    (mutables: Inferred[Both[mutable.BitSet]]).is(Codec[Both[mutable.BitSet]])

  test("maps"):
    val map        = inferred(Both("n", Map(1 -> "a")))
    val seqMap     = inferred(Both("n", SeqMap(1 -> "a")))
    val hashed     = inferred(Both("n", HashMap(1 -> "a")))
    val vectorMap  = inferred(Both("n", VectorMap(1 -> "a")))
    val treeSeqMap = inferred(Both("n", TreeSeqMap(1 -> "a")))
    val listed     = inferred(Both("n", ListMap(1 -> "a")))
    val sorted     = inferred(Both("n", SortedMap(1 -> "a")))
    val tree       = inferred(Both("n", TreeMap(1 -> "a")))
    val ints       = inferred(Both("n", IntMap(1 -> "a")))
    val longs      = inferred(Both("n", LongMap(1L -> "a")))
    (map: Inferred[Both[Map[Int, String]]]).is(Codec[Both[Map[Int, String]]])
    (seqMap: Inferred[Both[SeqMap[Int, String]]]).is(Codec[Both[SeqMap[Int, String]]])
    (hashed: Inferred[Both[HashMap[Int, String]]]).is(Codec[Both[HashMap[Int, String]]])
    (vectorMap: Inferred[Both[VectorMap[Int, String]]]).is(Codec[Both[VectorMap[Int, String]]])
    (treeSeqMap: Inferred[Both[TreeSeqMap[Int, String]]]).is(Codec[Both[TreeSeqMap[Int, String]]])
    (listed: Inferred[Both[ListMap[Int, String]]]).is(Codec[Both[ListMap[Int, String]]])
    (sorted: Inferred[Both[SortedMap[Int, String]]]).is(Codec[Both[SortedMap[Int, String]]])
    (tree: Inferred[Both[TreeMap[Int, String]]]).is(Codec[Both[TreeMap[Int, String]]])
    (ints: Inferred[Both[IntMap[String]]]).is(Codec[Both[IntMap[String]]])
    (longs: Inferred[Both[LongMap[String]]]).is(Codec[Both[LongMap[String]]])

  test("the mutable ones, and those of scala.collection"):
    val buffer  = inferred(Both("n", mutable.ArrayBuffer(1)))
    val listed  = inferred(Both("n", mutable.ListBuffer(1)))
    val hashed  = inferred(Both("n", mutable.HashSet(1)))
    val linked  = inferred(Both("n", mutable.LinkedHashSet(1)))
    val map     = inferred(Both("n", mutable.Map(1 -> "a")))
    val linkeds = inferred(Both("n", mutable.LinkedHashMap(1 -> "a")))
    val ordered = inferred(Both("n", mutable.SeqMap(1 -> "a")))
    val tree    = inferred(Both("n", mutable.TreeMap(1 -> "a")))
    val seq     = inferred(Both("n", scala.collection.Seq(1)))
    val maps    = inferred(Both("n", scala.collection.Map(1 -> "a")))
    (buffer: Inferred[Both[mutable.ArrayBuffer[Int]]]).is(Codec[Both[mutable.ArrayBuffer[Int]]])
    (listed: Inferred[Both[mutable.ListBuffer[Int]]]).is(Codec[Both[mutable.ListBuffer[Int]]])
    (hashed: Inferred[Both[mutable.HashSet[Int]]]).is(Codec[Both[mutable.HashSet[Int]]])
    (linked: Inferred[Both[mutable.LinkedHashSet[Int]]]).is(Codec[Both[mutable.LinkedHashSet[Int]]])
    (map: Inferred[Both[mutable.Map[Int, String]]]).is(Codec[Both[mutable.Map[Int, String]]])
    (linkeds: Inferred[Both[mutable.LinkedHashMap[Int, String]]]).is(Codec[Both[mutable.LinkedHashMap[Int, String]]])
    (ordered: Inferred[Both[mutable.SeqMap[Int, String]]]).is(Codec[Both[mutable.SeqMap[Int, String]]])
    (tree: Inferred[Both[mutable.TreeMap[Int, String]]]).is(Codec[Both[mutable.TreeMap[Int, String]]])
    (seq: Inferred[Both[scala.collection.Seq[Int]]]).is(Codec[Both[scala.collection.Seq[Int]]])
    (maps: Inferred[Both[scala.collection.Map[Int, String]]]).is(Codec[Both[scala.collection.Map[Int, String]]])

  test("options, alternatives and tuples"):
    val option = inferred(Both("n", Option(List(1))))
    val either = inferred(Both("n", Either.cond(true, Vector(1), Set("a"))))
    val pair   = inferred(Both("n", (List(1), Map("a" -> Set(2)))))
    val triple = inferred(Both("n", (1, "a", Option(2L))))
    (option: Inferred[Both[Option[List[Int]]]]).is(Codec[Both[Option[List[Int]]]])
    (either: Inferred[Both[Either[Set[String], Vector[Int]]]]).is(Codec[Both[Either[Set[String], Vector[Int]]]])
    (pair: Inferred[Both[(List[Int], Map[String, Set[Int]])]]).is(Codec[Both[(List[Int], Map[String, Set[Int]])]])
    (triple: Inferred[Both[(Int, String, Option[Long])]]).is(Codec[Both[(Int, String, Option[Long])]])

  test("generic types in each other"):
    val nested = inferred(Both("n", Pair(Map("a" -> List(1)), Both("m", Vector(Set(1L))))))
    val tree   = inferred(Both("n", Tree.Fork(Tree.Leaf(List(1)), Tree.Leaf(List(2)))))
    val box    = inferred(Both("n", Box(List(Map(1 -> "a")))))
    val shared = inferred(Both("n", Shared(List(1))))
    (nested: Inferred[Both[Pair[Map[String, List[Int]], Both[Vector[Set[Long]]]]]])
      .is(Codec[Both[Pair[Map[String, List[Int]], Both[Vector[Set[Long]]]]]])
    (tree: Inferred[Both[Tree[List[Int]]]]).is(Codec[Both[Tree[List[Int]]]])
    (box: Inferred[Both[Box[List[Map[Int, String]]]]]).is(Codec[Both[Box[List[Map[Int, String]]]]])
    (shared: Inferred[Both[Shared[List[Int]]]]).is(Codec[Both[Shared[List[Int]]]])

  test("types below others that have codecs of their own"):
    val dog    = inferred(Both("n", Dog("Rex")))
    val dogs   = inferred(Both("n", List(Dog("Rex"))))
    val offset = inferred(Both("n", ZoneOffset.UTC))
    val zone   = inferred(Both("n", ZoneId.of("Europe/Berlin")))
    val finite = inferred(Both("n", Duration(1, "s")))
    val any    = inferred(Both("n", Duration.Inf: Duration))
    (dog: Inferred[Both[Dog]]).is(Codec[Both[Dog]])
    (dogs: Inferred[Both[List[Dog]]]).is(Codec[Both[List[Dog]]])
    (offset: Inferred[Both[ZoneOffset]]).is(Codec[Both[ZoneOffset]])
    (zone: Inferred[Both[ZoneId]]).is(Codec[Both[ZoneId]])
    (finite: Inferred[Both[FiniteDuration]]).is(Codec[Both[FiniteDuration]])
    (any: Inferred[Both[Duration]]).is(Codec[Both[Duration]])

  test("messages"):
    val message = Both("n", Map("a" -> List(Option(1))))
    assertEquals(
      Codec.decode[Both[Map[String, List[Option[Int]]]]](Codec.encode(Both("n", Map("a" -> List(Option(1)))))),
      Right(message)
    )
    assertEquals(
      Codec.encodeBare(Both("n", Set(List(1)))).toSeq,
      Codec.encodeBare[Both[Set[List[Int]]]](Both("n", Set(List(1)))).toSeq
    )
