package brine.codec.internal.matching

import scala.collection.mutable

/** Collects all reasons why data of another schema cannot be read, and what reading them drops. A
  * `Resolver` that has one continues after a problem; its result is not a plan.
  */
private[codec] final class Findings:
  private val found              = mutable.ArrayBuffer.empty[Findings.Found]
  private var path: List[String] = Nil

  /** All problems: those of all values, and those of only some. */
  def all: Vector[Incompatible] = found.toVector.map(_.problem)

  def enter(part: String): Unit = path = part :: path
  def leave(): Unit             = path = path.tail

  /** Adds a problem of the part entered last. */
  def add(problem: Incompatible): Unit =
    if found.size < Findings.Most || problem.reason != Incompatible.Reason.Dropped then
      found += Findings.Found(path, problem, problem.in(path))

  def mark: Int = found.size

  /** What reading this part drops, by what was added since the mark, for [[repeat]]. */
  def dropped(mark: Int): Vector[Findings.Found] =
    val above = path.size
    found.drop(mark).toVector.collect {
      case one if one.own.reason == Incompatible.Reason.Dropped =>
        Findings.Found(one.path.dropRight(above), one.own, one.own)
    }

  /** Adds what another part of the same type drops. */
  def repeat(dropped: Vector[Findings.Found]): Unit =
    dropped.foreach(one => if found.size < Findings.Most then found += one.under(path))

  /** Whether problems of all values were added since the mark. */
  def isWorse(mark: Int): Boolean = found.drop(mark).exists(_.isWorse)

  /** Removes and returns the problems added since the mark. */
  def cut(mark: Int): Vector[Findings.Found] =
    val removed = found.drop(mark).toVector
    found.dropRightInPlace(found.size - mark): Unit
    removed

  def restore(removed: Vector[Findings.Found]): Unit = found ++= removed

private[codec] object Findings:
  /** A hostile schema may have fields without end that are dropped. */
  private val Most = 1000

  /** A problem.
    *
    * @param path
    *   the parts around it, the innermost first
    * @param own
    *   the problem in its part
    * @param problem
    *   the problem with its whole path
    */
  final class Found(val path: List[String], val own: Incompatible, val problem: Incompatible):
    def isWorse: Boolean                  = own.reason.isOfAllValues
    def under(outer: List[String]): Found = Found(path ::: outer, own, own.in(path ::: outer))
