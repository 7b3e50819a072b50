package brine.actor.testkit

/** A place where a run could go on in more than one way. Valid only while a [[Schedule]] chooses. */
abstract class ChoicePoint private[testkit]:
  /** None where the next step is chosen; the name given to [[TestSystem.choose]] otherwise. */
  def name: Option[String]

  /** How many ways there are, at least one. Where the next step is chosen the first is to go on with what ran last, if that can. */
  def size: Int

  /** The way that has been open for the longest time. */
  def oldest: Int

  /** Who would run, or what would be chosen; for people. */
  def label(index: Int): String

  /** The same for one actor, timer or task in all runs of a program that is deterministic. */
  private[testkit] def key(index: Int): String
