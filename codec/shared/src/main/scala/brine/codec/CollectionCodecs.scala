package brine.codec

import brine.codec.internal.codecs.Alias
import brine.codec.internal.collections.{
  ArrayCodecs,
  ArraySeqCodec,
  BitSetCodec,
  Demand,
  IterableCodec,
  ListCodec,
  ListMaps,
  MapCodec,
  VectorCodec
}

import scala.collection.immutable.*
import scala.collection.{mutable, Factory}
import scala.reflect.ClassTag

/** The codec of a list that is never empty. */
private[codec] trait NonEmptyListCodecs extends CollectionCodecs:
  given nonEmptyListCodec[A](using Codec[A]): Codec[::[A]] = Alias[List[A], ::[A]](
    listCodec,
    "List",
    {
      case some: ::[A] => some
      case Nil         => throw IllegalArgumentException("a list of the type :: has at least one element")
    },
    identity
  )

/** Codecs of collections. [[Codec]]'s companion extends this trait, so they need no import.
  *
  * All sequences have the same bytes for the same elements in the same order. Decoding a set or map fails on equal
  * elements or keys. A hashed one compares its elements or keys of one hash code with each other; where thousands have
  * the same one, that may take more steps than are allowed (see [[Limits]]), and then encoding and decoding fail.
  *
  * Each trait in this file has codecs of types that do not extend each other, and extends the trait with the codecs of
  * their supertypes. This order matters: for `Codec.encode(Both("n", List(1)))`, Scala 3.3 searches for the codec of
  * any type that `List[Int]` conforms to. `List`, `Seq` and `Iterable` all match, and the most derived trait wins.
  */
private[codec] trait CollectionCodecs extends CollectionTraitCodecs:
  // --- sequences -----------------------------------------------------------------------------

  given listCodec[A](using element: Codec[A]): Codec[List[A]]         = ListCodec(element)
  given vectorCodec[A](using element: Codec[A]): Codec[Vector[A]]     = VectorCodec(element)
  given queueCodec[A](using element: Codec[A]): Codec[Queue[A]]       = sequence(Queue.iterableFactory, 24)
  given lazyListCodec[A](using element: Codec[A]): Codec[LazyList[A]] = sequence(LazyList.iterableFactory, 24)

  given listBufferCodec[A](using element: Codec[A]): Codec[mutable.ListBuffer[A]] =
    sequence(mutable.ListBuffer.iterableFactory, 32)

  given arrayCodec[A](using element: Codec[A], tag: ClassTag[A]): Codec[Array[A]] = ArrayCodecs.of(element)

  given immutableArrayCodec[A](using element: Codec[A], tag: ClassTag[A]): Codec[IArray[A]] =
    ArrayCodecs.of(element).asInstanceOf[Codec[IArray[A]]]

  given arraySeqCodec[A](using element: Codec[A], tag: ClassTag[A]): Codec[ArraySeq[A]] =
    ArraySeqCodec(element, ArrayCodecs.of(element), tag)

  // --- sets ----------------------------------------------------------------------------------

  given hashSetCodec[A](using element: Codec[A]): Codec[HashSet[A]] = set(HashSet.iterableFactory, Demand.Hashed)
  given listSetCodec[A](using element: Codec[A]): Codec[ListSet[A]] = set(ListSet.iterableFactory, Demand.Searched)

  given treeSetCodec[A: Ordering](using element: Codec[A]): Codec[TreeSet[A]] =
    set(TreeSet.evidenceIterableFactory, Demand.Distinct)

  implicit def bitSetCodec: Codec[BitSet] = BitSets.immutable

  implicit def mutableBitSetCodec: Codec[mutable.BitSet] = BitSets.ofMutable

  // --- maps ----------------------------------------------------------------------------------

  given hashMapCodec[K, V](using key: Codec[K], value: Codec[V]): Codec[HashMap[K, V]] =
    MapCodec(key, value, HashMap.mapFactory, Demand.Hashed)

  given vectorMapCodec[K, V](using key: Codec[K], value: Codec[V]): Codec[VectorMap[K, V]] =
    MapCodec(key, value, VectorMap.mapFactory, Demand.Hashed)

  given treeSeqMapCodec[K, V](using key: Codec[K], value: Codec[V]): Codec[TreeSeqMap[K, V]] =
    MapCodec(key, value, TreeSeqMap.mapFactory, Demand.Hashed)

  given listMapCodec[K, V](using key: Codec[K], value: Codec[V]): Codec[ListMap[K, V]] =
    MapCodec(key, value, ListMaps.factory, Demand.Chained)

  given treeMapCodec[K: Ordering, V](using key: Codec[K], value: Codec[V]): Codec[TreeMap[K, V]] =
    MapCodec(key, value, TreeMap.sortedMapFactory, Demand.Distinct)

  given linkedHashMapCodec[K, V](using key: Codec[K], value: Codec[V]): Codec[mutable.LinkedHashMap[K, V]] =
    MapCodec(key, value, mutable.LinkedHashMap.mapFactory, Demand.Chained)

  given intMapCodec[V](using key: Codec[Int], value: Codec[V]): Codec[IntMap[V]] =
    MapCodec(key, value, IntMap.iterableFactory, Demand.Distinct)

  given longMapCodec[V](using key: Codec[Long], value: Codec[V]): Codec[LongMap[V]] =
    MapCodec(key, value, LongMap.iterableFactory, Demand.Distinct)

/** Codecs of the traits below `Seq`, `Set` and `Map`. */
private[codec] trait CollectionTraitCodecs extends BasicCollectionCodecs:
  given linearSeqCodec[A](using element: Codec[A]): Codec[LinearSeq[A]]   = sequence(LinearSeq.iterableFactory, 24)
  given indexedSeqCodec[A](using element: Codec[A]): Codec[IndexedSeq[A]] = sequence(IndexedSeq.iterableFactory, 4)

  given sortedSetCodec[A: Ordering](using element: Codec[A]): Codec[SortedSet[A]] =
    set(SortedSet.evidenceIterableFactory, Demand.Distinct)

  given seqMapCodec[K, V](using key: Codec[K], value: Codec[V]): Codec[SeqMap[K, V]] =
    MapCodec(key, value, SeqMap.mapFactory, Demand.Hashed)

  given mutableSeqMapCodec[K, V](using key: Codec[K], value: Codec[V]): Codec[mutable.SeqMap[K, V]] =
    MapCodec(key, value, mutable.SeqMap.mapFactory, Demand.Chained)

  given sortedMapCodec[K: Ordering, V](using key: Codec[K], value: Codec[V]): Codec[SortedMap[K, V]] =
    MapCodec(key, value, SortedMap.sortedMapFactory, Demand.Distinct)

/** Codecs of `Seq`, `Set` and `Map`. */
private[codec] trait BasicCollectionCodecs extends IterableCodecs:
  given seqCodec[A](using element: Codec[A]): Codec[Seq[A]] = sequence(Seq.iterableFactory, 24)
  given setCodec[A](using element: Codec[A]): Codec[Set[A]] = set(Set.iterableFactory, Demand.Hashed)

  given mapCodec[K, V](using key: Codec[K], value: Codec[V]): Codec[Map[K, V]] =
    MapCodec(key, value, Map.mapFactory, Demand.Hashed)

/** The codec of `Iterable`. */
private[codec] trait IterableCodecs extends MapFactoryCodecs:
  given iterableCodec[A](using element: Codec[A]): Codec[Iterable[A]] = sequence(Iterable.iterableFactory, 24)

  private[codec] def sequence[A, C <: scala.collection.Iterable[A]](factory: Factory[A, C], storage: Int)(using
      element: Codec[A]
  ): Codec[C] = IterableCodec(element, factory, storage, Demand.Any)

  private[codec] def set[A, C <: scala.collection.Set[A]](factory: Factory[A, C], demand: Demand)(using
      element: Codec[A]
  ): Codec[C] = IterableCodec(element, factory, 32, demand)

/** Codecs of all other maps with a `Factory`: `scala.collection.Map`, mutable maps, your own. */
private[codec] trait MapFactoryCodecs extends FactoryCodecs:
  given mapFactoryCodec[K, V, M[X, Y] <: scala.collection.Map[X, Y]](using
      key: Codec[K],
      value: Codec[V],
      factory: Factory[(K, V), M[K, V]]
  ): Codec[M[K, V]] = MapCodec(key, value, factory, Demand.of(factory.newBuilder.result()))

/** Codecs of all other collections with a `Factory`: `scala.collection.Seq`, mutable collections, your own. */
private[codec] trait FactoryCodecs:
  given factoryCodec[A, C[X] <: scala.collection.Iterable[X]](using
      element: Codec[A],
      factory: Factory[A, C[A]]
  ): Codec[C[A]] = IterableCodec(element, factory, 32, Demand.of(factory.newBuilder.result()))

private[codec] object BitSets:
  val immutable: Codec[BitSet]         = BitSetCodec(BitSet)
  val ofMutable: Codec[mutable.BitSet] = BitSetCodec(mutable.BitSet)
