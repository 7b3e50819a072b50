package brine.actor.internal

import brine.actor.ActorRef
import java.util.{IdentityHashMap, LinkedHashSet}

/** What an actor keeps for each actor that it watches. Several references may stand for one actor, as adapted ones do;
  * the address of a reply stands for itself. Owned by one actor.
  */
private[brine] final class RefsByActor[A]:
  private val byActor = IdentityHashMap[ActorRef[?], LinkedHashSet[A]]()

  /** True if it is the first for the actor of `ref`, which must be watched from now on. */
  def add(ref: ActorRef[?], value: A): Boolean =
    val actor = keyOf(ref)
    val known = byActor.get(actor)
    val all   = if known == null then LinkedHashSet[A]() else known
    if known == null then
      val _ = byActor.put(actor, all)
    val _ = all.add(value)
    known == null

  /** True if it was the last for the actor of `ref`, which need not be watched any more. */
  def remove(ref: ActorRef[?], value: A): Boolean =
    val actor = keyOf(ref)
    val all   = byActor.get(actor)
    val last  = all != null && all.remove(value) && all.isEmpty
    if last then
      val _ = byActor.remove(actor)
    last

  /** Removes all for an actor that has stopped. */
  def removeAll(ended: ActorRef[?])(each: A => Unit): Unit =
    val all = byActor.remove(ended)
    if all != null then all.forEach(each(_))

  private def keyOf(ref: ActorRef[?]): ActorRef[?] = if Adapters.hasActor(ref) then ref.targetCell.publicRef else ref
