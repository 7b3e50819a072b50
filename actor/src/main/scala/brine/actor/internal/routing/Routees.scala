package brine.actor.internal.routing

/** The references behind a router, and how it chooses one. Owned by the router. */
private[brine] trait Routees[R, M]:
  /** Chooses the reference for a message. There must be at least one. */
  def choose(message: M): R

  /** Removes all for which `isEnded` is true: those that stand for an actor that has stopped. */
  def remove(isEnded: R => Boolean): Unit
  def isEmpty: Boolean

private[brine] object Routees:
  final class InTurn[R, M](private var refs: Vector[R]) extends Routees[R, M]:
    private var next = 0

    def choose(message: M): R =
      if next >= refs.length then next = 0
      val chosen = refs(next)
      next += 1
      chosen

    def remove(isEnded: R => Boolean): Unit =
      var at = refs.indexWhere(isEnded)
      while at >= 0 do
        refs = refs.patch(at, Nil, 1)
        if at < next then next -= 1
        at = refs.indexWhere(isEnded, at)

    def isEmpty: Boolean = refs.isEmpty

  final class ByKey[R, M](key: M => Any, ring: HashRing[R]) extends Routees[R, M]:
    def choose(message: M): R               = ring.of(key(message))
    def remove(isEnded: R => Boolean): Unit = ring.remove(isEnded)
    def isEmpty: Boolean                    = ring.isEmpty
