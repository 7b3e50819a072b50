package brine.actor.testkit.internal

/** What one step has touched. If two steps could both be next and touch nothing in common, both orders lead to the same
  * state.
  *
  * A message to an actor only makes its mailbox longer, so it is independent of that actor's own step. Messages of two
  * senders to one receiver depend on each other, because they are handled in the order of their arrival. So do signals,
  * which overtake messages.
  */
private[testkit] final class Footprint:
  /** The task that took the step, and below the number of the step in its run. */
  var key: String = ""
  var step: Long  = -1

  /** The numbers of the steps that had to come before it, if that does not follow from what they touched. */
  var causes: List[Long] = Nil

  /** The tasks that could have been next as well, and cannot run any more. */
  var disables: List[String] = Nil

  private var everything = false
  private var runs       = Set.empty[String]
  private var sends      = Set.empty[String]
  private var interferes = Set.empty[String]
  private var ends       = Set.empty[String]
  private var observes   = Set.empty[String]
  private var shares     = Set.empty[String]

  def touchAll(): Unit       = everything = true
  def run(key: String): Unit =
    this.key = key
    runs += key
  def send(key: String): Unit      = sends += key
  def interfere(key: String): Unit = interferes += key
  def end(key: String): Unit       = ends += key

  /** The step has seen that an actor had not stopped. */
  def observe(key: String): Unit = observes += key
  def share(thing: String): Unit = shares += thing

  def isEmpty: Boolean =
    !everything && runs.isEmpty && sends.isEmpty && interferes.isEmpty && ends.isEmpty && observes.isEmpty && shares.isEmpty

  def isDependentOn(other: Footprint): Boolean =
    everything || other.everything || meets(runs, other.runs) || meets(sends, other.sends) || meets(
      shares,
      other.shares
    ) ||
      disturbs(other) || other.disturbs(this)

  private def disturbs(other: Footprint): Boolean =
    meets(interferes, other.interferes) || meets(interferes, other.runs) ||
      meets(ends, other.ends) || meets(ends, other.runs) || meets(ends, other.sends) || meets(
        ends,
        other.interferes
      ) || meets(ends, other.observes)

  def ++(other: Footprint): Footprint =
    val both = Footprint()
    both.everything = everything || other.everything
    both.runs = runs ++ other.runs
    both.sends = sends ++ other.sends
    both.interferes = interferes ++ other.interferes
    both.ends = ends ++ other.ends
    both.observes = observes ++ other.observes
    both.shares = shares ++ other.shares
    both

  private def meets(a: Set[String], b: Set[String]): Boolean = a.nonEmpty && b.nonEmpty && a.exists(b)
