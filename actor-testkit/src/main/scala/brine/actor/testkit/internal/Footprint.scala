package brine.actor.testkit.internal

/** What one step has touched: two steps that could both be next, and touch nothing in common, lead to the same state in either order.
  *
  * A message to an actor only lengthens its mailbox, so it does not get in the way of that actor's own step; messages of two senders to
  * one receiver do, as the order in which they arrive is the order in which they are handled. A signal overtakes messages, so it does too.
  */
private[testkit] final class Footprint:
  /** Who took the step, and its number in its run. */
  var key: String = ""
  var step: Long  = -1

  /** The numbers of the steps without which it could not have been taken, as far as that does not follow from what they touched. */
  var causes: List[Long] = Nil

  /** Who could have been next, too, and cannot be any more. */
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

  /** It has seen that an actor had not ended. */
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
