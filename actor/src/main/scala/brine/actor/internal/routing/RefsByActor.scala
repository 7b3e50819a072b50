package brine.actor.internal.routing

import java.util.{IdentityHashMap, LinkedHashSet}

/** What an actor keeps for each actor that it watches. Several references may stand for one actor, as adapted ones do;
  * the address of a reply stands for itself. Owned by one actor.
  *
  * @param keyOf
  *   the reference that the signal of its end will have
  */
private[brine] final class RefsByActor[R <: AnyRef, A](keyOf: R => R):
  private val byActor = IdentityHashMap[R, LinkedHashSet[A]]()

  /** True if it is the first for the actor of `ref`, which must be watched from now on. */
  def add(ref: R, value: A): Boolean =
    val actor = keyOf(ref)
    val known = byActor.get(actor)
    val all   = if known == null then LinkedHashSet[A]() else known
    if known == null then
      val _ = byActor.put(actor, all)
    val _ = all.add(value)
    known == null

  /** True if it was the last for the actor of `ref`, which need not be watched any more. */
  def remove(ref: R, value: A): Boolean =
    val actor = keyOf(ref)
    val all   = byActor.get(actor)
    val last  = all != null && all.remove(value) && all.isEmpty
    if last then
      val _ = byActor.remove(actor)
    last

  /** Removes all for an actor that has stopped. */
  def removeAll(ended: R)(each: A => Unit): Unit =
    val all = byActor.remove(ended)
    if all != null then all.forEach(each(_))
