package brine.actor.testkit

/** A place where a run can continue in more than one way. Valid only while a [[Schedule]] chooses. */
abstract class ChoicePoint private[testkit]:
  /** The name given to [[TestSystem.choose]]; none where the next step is chosen. */
  def name: Option[String]

  /** The number of options, at least one. Where the next step is chosen, option 0 continues with what ran last, if that
    * can run.
    */
  def size: Int

  /** The index of the option that has been open for the longest time. */
  def oldest: Int

  /** What would run, or the option of [[TestSystem.choose]]; for humans. */
  def label(index: Int): String

  /** A key that is the same for an actor, timer or task in all runs of a deterministic program. */
  private[testkit] def key(index: Int): String
