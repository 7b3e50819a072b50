package brine.codec.internal.collections

import brine.codec.Out

import scala.collection.{AbstractIterable, AbstractIterator}

/** The elements of a hashed collection, to be written once. Hashes the key of each 64th on the way: where hundreds have
  * one hash code, some of these have. In tries and tables they are neighbors.
  *
  * @param key
  *   what is hashed of an element
  */
private[collections] final class Sampled[A](elements: scala.collection.Iterable[A], whole: Int, key: A => Any)
    extends AbstractIterable[A]:
  import Sampled.*

  private val hashes = new Array[Int](whole / Distance)

  override def size: Int = whole

  def iterator: Iterator[A] = new AbstractIterator[A]:
    private val all = elements.iterator
    private var at  = 0

    def hasNext: Boolean = all.hasNext

    def next(): A =
      val one = all.next()
      at += 1
      if at % Distance == 0 && at <= whole then hashes(at / Distance - 1) = key(one).##
      one

  /** Refuses the collection if its keys have too few hash codes for a reader. Called once it is written.
    *
    * @param start
    *   size of the message before the collection
    */
  def requireReadable(out: Out, start: Int, chained: Boolean): Unit =
    // More of one hash code than this are no accident.
    val few = if hashes.length < Many then 1L else 2L
    if EqualHashes(hashes, few).most > few then
      Collisions.requireReadable(out, start, elements.iterator.map(key), whole, chained)

private[collections] object Sampled:
  private inline val Distance = 64

  /** Of this number of hash codes, two are equal now and then. */
  private inline val Many = 1 << 14
