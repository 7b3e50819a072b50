package brine.actor.soak

import brine.actor.ActorRef
import java.util.concurrent.atomic.AtomicReferenceArray
import java.util.concurrent.atomic.AtomicLong

/** The actors to which a storm can send. A stopped actor stays in until another takes its place. Thread-safe.
  *
  * @param parks
  *   whether some mailboxes make senders on virtual threads wait. If so, there are no blocking actors: two of them that
  *   wait for room in each other's full mailboxes would wait forever, as they were told to
  */
final class Traffic(size: Int, val ledger: Ledger, val parks: Boolean):
  private val refs    = AtomicReferenceArray[ActorRef[Soaked]](size)
  private val senders = AtomicLong(0)

  def register(place: Int, ref: ActorRef[Soaked]): Unit = refs.set(place % size, ref)

  /** Null if no actor has registered there. */
  def at(place: Int): ActorRef[Soaked] = refs.get(place % size)

  def places: Int = size

  def newSender(): Sender = Sender(senders.incrementAndGet(), this)

/** Sends numbered messages, so that each receiver can check their order. Owned by one actor or thread. */
final class Sender(id: Long, traffic: Traffic):
  private val numbers = java.util.IdentityHashMap[ActorRef[Soaked], Integer]()

  def send(place: Int, left: Int): Unit =
    val ref = traffic.at(place)
    if ref != null then
      val number = numbers.merge(ref, 1, Integer.sum(_, _))
      traffic.ledger.send(ref, Work(id, number, left))
