package brine.codec.internal.evolution

import scala.collection.mutable

/** Collects all reasons why data of another schema cannot be read. A [[Resolver]] that has one continues after a
  * problem; its result is not a plan.
  */
private[codec] final class Findings:
  private val found              = mutable.ArrayBuffer.empty[Incompatible]
  private var path: List[String] = Nil

  /** All problems: those of all values, and those of only the values of a case. */
  def all: Vector[Incompatible] = found.toVector

  def enter(part: String): Unit = path = part :: path
  def leave(): Unit             = path = path.tail

  /** Adds a problem of the part entered last. */
  def add(problem: Incompatible): Unit = found += path.foldLeft(problem)((error, part) => error.in(part))

  def mark: Int = found.size

  /** Whether problems of all values were added since the mark. */
  def isWorse(mark: Int): Boolean = found.drop(mark).exists(_.reason != Incompatible.Reason.MissingCase)

  /** Removes and returns the problems added since the mark. */
  def cut(mark: Int): Vector[Incompatible] =
    val removed = found.drop(mark).toVector
    found.dropRightInPlace(found.size - mark): Unit
    removed

  def restore(removed: Vector[Incompatible]): Unit = found ++= removed
