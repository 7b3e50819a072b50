package brine.codec.internal.evolution

import scala.collection.mutable

/** Everything in the way of reading data of another schema. A [[Resolver]] that has one goes on where it would otherwise stop; what it
  * makes is not a plan.
  */
private[codec] final class Findings:
  private val found              = mutable.ArrayBuffer.empty[Incompatible]
  private var path: List[String] = Nil

  /** Those that concern all values, and those that concern only values of a case. */
  def all: Vector[Incompatible] = found.toVector

  def enter(part: String): Unit = path = part :: path
  def leave(): Unit             = path = path.tail

  /** Adds a problem of the part that was entered last. */
  def add(problem: Incompatible): Unit = found += path.foldLeft(problem)((error, part) => error.in(part))

  def mark: Int = found.size

  /** Whether there are problems since the mark that concern all values. */
  def isWorse(mark: Int): Boolean = found.drop(mark).exists(_.reason != Incompatible.Reason.MissingCase)

  /** Takes away those since the mark. */
  def cut(mark: Int): Vector[Incompatible] =
    val removed = found.drop(mark).toVector
    found.dropRightInPlace(found.size - mark): Unit
    removed

  def restore(removed: Vector[Incompatible]): Unit = found ++= removed
