package brine.actor.internal

import brine.actor.ActorRef

/** The actors behind a router, and how it chooses one. Owned by the router. */
private[brine] trait Routees[M]:
  /** Chooses the actor for a message. There must be at least one. */
  def choose(message: M): ActorRef[M]
  def remove(ref: ActorRef[?]): Unit
  def isEmpty: Boolean

private[brine] object Routees:
  final class InTurn[M](private var refs: Vector[ActorRef[M]]) extends Routees[M]:
    private var next = 0

    def choose(message: M): ActorRef[M] =
      if next >= refs.length then next = 0
      val chosen = refs(next)
      next += 1
      chosen

    def remove(ref: ActorRef[?]): Unit =
      val at = refs.indexWhere(_ eq ref)
      if at >= 0 then
        refs = refs.patch(at, Nil, 1)
        if at < next then next -= 1

    def isEmpty: Boolean = refs.isEmpty

  final class ByKey[M](key: M => Any, ring: HashRing[ActorRef[M]]) extends Routees[M]:
    def choose(message: M): ActorRef[M] = ring.of(key(message))
    def remove(ref: ActorRef[?]): Unit  = ring.remove(_ eq ref)
    def isEmpty: Boolean                = ring.isEmpty
