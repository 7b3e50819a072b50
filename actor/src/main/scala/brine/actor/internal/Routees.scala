package brine.actor.internal

import brine.actor.ActorRef

/** The actors behind a router, and how it chooses one. Owned by the router. */
private[brine] trait Routees[M]:
  /** Chooses the actor for a message. There must be at least one. */
  def choose(message: M): ActorRef[M]

  /** Removes all that stand for an actor that has stopped: adapted references, too. */
  def remove(ended: ActorRef[?]): Unit
  def isEmpty: Boolean

private[brine] object Routees:
  private def standsFor(ref: ActorRef[?], actor: ActorRef[?]): Boolean = WatchMessages.keyOf(ref) eq actor

  final class InTurn[M](private var refs: Vector[ActorRef[M]]) extends Routees[M]:
    private var next = 0

    def choose(message: M): ActorRef[M] =
      if next >= refs.length then next = 0
      val chosen = refs(next)
      next += 1
      chosen

    def remove(ended: ActorRef[?]): Unit =
      var at = refs.indexWhere(standsFor(_, ended))
      while at >= 0 do
        refs = refs.patch(at, Nil, 1)
        if at < next then next -= 1
        at = refs.indexWhere(standsFor(_, ended), at)

    def isEmpty: Boolean = refs.isEmpty

  final class ByKey[M](key: M => Any, ring: HashRing[ActorRef[M]]) extends Routees[M]:
    def choose(message: M): ActorRef[M]  = ring.of(key(message))
    def remove(ended: ActorRef[?]): Unit = ring.remove(standsFor(_, ended))
    def isEmpty: Boolean                 = ring.isEmpty
