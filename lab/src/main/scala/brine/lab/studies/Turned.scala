package brine.lab.studies

import brine.lab.page.{PageContext, Ranking}
import brine.lab.plan.Task.CellSpec
import brine.lab.plan.TurnTimes

/** What libraries take turns in: a study, or a person's own data. Stateless and thread-safe. */
trait Turned:
  /** The field `study` of the results file. */
  def name: String

  /** What its cells answer. Libraries whose places are undecided get further starts while there is time. */
  def rankings(page: PageContext): List[Ranking]

  /** How long they take turns. */
  def turnTimes: TurnTimes = TurnTimes()

  /** MiB of the young generation of each JVM. A small one makes each turn pay for its own garbage. */
  def young: Int = 32

  /** Whether the second JVM of a library measures a cell, too. If it has no such cell, it measures all that the first
    * one does.
    */
  def isControlled(cell: CellSpec): Boolean = true

  /** Whether its libraries write to the disk that is measured, in the folder of the run's logs. */
  def usesDisk: Boolean = false

  /** How many times as long as the others a turn is, by its name. */
  def lengthOf(turn: String): Int = 1

  /** The limits of the machine that a JVM without any library measures between turns. */
  def limits: List[CellSpec] = Nil

  /** The limits, by their operations, that are measured right before and after each turn of a cell. */
  def limitsOf(cell: CellSpec): List[String] = Nil
