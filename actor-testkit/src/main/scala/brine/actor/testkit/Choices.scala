package brine.actor.testkit

import brine.actor.testkit.internal.Task

/** The choice of the task that takes the next step. */
private[testkit] final class StepChoice(tasks: IndexedSeq[Task], val oldest: Int) extends ChoicePoint:
  def name: Option[String]                     = None
  def size: Int                                = tasks.size
  def label(index: Int): String                = tasks(index).label
  private[testkit] def key(index: Int): String = tasks(index).key

/** A choice made by [[brine.actor.testkit.TestSystem.choose]]. */
private[testkit] final class NamedChoice(choice: String, by: String, options: IndexedSeq[String]) extends ChoicePoint:
  def name: Option[String]                     = Some(choice)
  def size: Int                                = options.size
  def oldest: Int                              = 0
  def label(index: Int): String                = options(index)
  private[testkit] def key(index: Int): String = s"$by $choice $index"
