package brine.actor.internal.cell

import brine.actor.Watcher
import java.util.{ArrayList, Collection, LinkedHashSet}

/** The watchers of an actor, each once, in the order in which they came. A few are in a list, which takes less memory;
  * many are in a set, so that each costs constant time. Owned by the owner of the actor.
  */
private[brine] final class Watchers:
  private var all: Collection[Watcher] = ArrayList(2)

  def add(watcher: Watcher): Unit =
    if all.size == Watchers.Few && all.isInstanceOf[ArrayList[?]] then all = LinkedHashSet(all)
    if all.isInstanceOf[LinkedHashSet[?]] || !all.contains(watcher) then
      val _ = all.add(watcher)

  def remove(watcher: Watcher): Unit =
    val _ = all.remove(watcher)

  def isEmpty: Boolean = all.isEmpty

  def foreach(action: Watcher => Unit): Unit = all.forEach(action(_))

private[internal] object Watchers:
  private final val Few = 8
