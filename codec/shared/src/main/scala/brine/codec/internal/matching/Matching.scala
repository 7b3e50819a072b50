package brine.codec.internal.matching

import scala.collection.mutable

/** Matches written names to those of this program, by current or former name; -1 for no match.
  *
  * A name here that was not written takes a former one. If that is the current name of another one here, the other one
  * takes a former name of its own, and so on. All others match by their current names.
  */
private[codec] object Matching:
  def apply(written: Vector[String], here: Vector[(String, Vector[String])]): Vector[Int] =
    // A hostile message may have a schema for each value, so the common case must be cheap.
    if written.sizeIs == 1 && here.forall(_._2.isEmpty) then Vector(here.indexWhere(_._1 == written.head))
    else byAllNames(written, here)

  private def byAllNames(written: Vector[String], here: Vector[(String, Vector[String])]): Vector[Int] =
    val names   = written.toSet
    val current = here.map(_._1).zipWithIndex.reverse.toMap
    val taken   = mutable.HashMap.empty[String, Int]
    val open    = mutable.Queue.empty[Int]
    here.indices.foreach(i => if !names(here(i)._1) then open += i)
    val moved = open.to(mutable.HashSet)
    while open.nonEmpty do
      val next = open.dequeue()
      here(next)._2.find(name => names(name) && !taken.contains(name)).foreach { name =>
        taken(name) = next
        current.get(name).foreach(other => if moved.add(other) then open += other)
      }
    written.map(name => taken.get(name).orElse(current.get(name).filterNot(moved)).getOrElse(-1))
