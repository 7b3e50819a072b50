package brine.codec.internal.collections

import brine.codec.{Codec, In}

import scala.reflect.ClassTag

/** Arrays as values in a column. */
private[collections] trait JoinedArrays[A](tag: ClassTag[A]) extends Joining[A, Array[A]]:
  private[codec] def sizeOf(array: Array[A]): Int                                              = array.length
  private[codec] def elementsOf(array: Array[A]): Iterator[A]                                  = array.iterator
  private[codec] def collect(in: In, elements: Array[AnyRef], first: Int, size: Int): Array[A] =
    val array = tag.newArray(size)
    var i     = 0
    while i < size do
      array(i) = elements(first + i).asInstanceOf[A]
      i += 1
    array
