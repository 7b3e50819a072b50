package brine.codec.internal.columns

import brine.codec.In

import scala.collection.immutable.{ArraySeq, VectorBuilder}

/** Used by generated code to iterate over lists and to build collections, without a copy or a builder for each.
  *
  * A list is built from its end, which requires all elements first. They wait in an array of the `In`; those of an
  * inner list are above those of the enclosing list.
  */
object Collect:
  /** The elements if they are a list, else an empty list. */
  def links[A](elements: Iterable[A]): List[A] = elements match
    case list: List[A] => list
    case _             => Nil

  /** The elements if they are a short indexed sequence, where an iterator would be garbage; else null. */
  def few[A](elements: Iterable[A]): collection.IndexedSeq[A] | Null = elements match
    case indexed: collection.IndexedSeq[?] if indexed.length <= Few => indexed.asInstanceOf[collection.IndexedSeq[A]]
    case _                                                          => null

  /** An iterator over the elements, unless they are a list or [[few]]. */
  def others[A](elements: Iterable[A], few: collection.IndexedSeq[A] | Null): Iterator[A] | Null =
    if few != null || elements.isInstanceOf[List[?]] then null else elements.iterator

  // A vector of up to this size is one array.
  private inline val Few = 32

  /** Reserves places for `count` elements and returns the number of the first. */
  def start(in: In, count: Int): Int =
    val first = in.waitingTop
    val top   = first + count
    if top > in.waiting.length then grow(in, top)
    in.waitingTop = top
    first

  private def grow(in: In, places: Int): Unit =
    in.waiting = java.util.Arrays.copyOf(in.waiting, math.max(places, math.max(16, in.waiting.length * 2)))

  /** Puts an element into its place. */
  def put(in: In, place: Int, element: Any): Unit = in.waiting(place) = element.asInstanceOf[AnyRef]

  /** The list of the elements from place `first` on; frees their places. */
  def list[A](in: In, first: Int, count: Int): List[A] =
    val waiting       = in.waiting
    var list: List[A] = Nil
    var i             = first + count - 1
    while i >= first do
      list = waiting(i).asInstanceOf[A] :: list
      waiting(i) = null
      i -= 1
    in.waitingTop = first
    list

  /** The vector of the elements of an array; the array must not be used afterwards. */
  def vector[A](elements: Array[AnyRef]): Vector[A] =
    // A short vector keeps the array itself.
    if elements.length <= 32 then Vector.from(ArraySeq.unsafeWrapArray(elements)).asInstanceOf[Vector[A]]
    else
      val builder = new VectorBuilder[AnyRef]
      builder.addAll(ArraySeq.unsafeWrapArray(elements))
      builder.result().asInstanceOf[Vector[A]]
