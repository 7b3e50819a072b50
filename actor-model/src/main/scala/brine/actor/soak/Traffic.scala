package brine.actor.soak

import brine.actor.ActorRef
import java.util.concurrent.atomic.AtomicReferenceArray
import java.util.concurrent.atomic.AtomicLong

/** Who can be sent to in a storm; those that have ended stay in until their place is taken. Thread-safe.
  *
  * @param parks
  *   whether there are mailboxes that make senders on virtual threads wait. If so there are no blocking actors: two of them that wait
  *   for room in each other's full mailboxes wait for ever, which is what they were told to do.
  */
final class Traffic(size: Int, val ledger: Ledger, val parks: Boolean):
  private val refs    = AtomicReferenceArray[ActorRef[Soaked]](size)
  private val senders = AtomicLong(0)

  def register(place: Int, ref: ActorRef[Soaked]): Unit = refs.set(place % size, ref)

  /** Null before anyone registered there. */
  def at(place: Int): ActorRef[Soaked] = refs.get(place % size)

  def places: Int = size

  def newSender(): Sender = Sender(senders.incrementAndGet(), this)

/** Sends numbered messages, so that each receiver can tell whether they come in order. Owned by one actor or thread. */
final class Sender(id: Long, traffic: Traffic):
  private val numbers = java.util.IdentityHashMap[ActorRef[Soaked], Integer]()

  def send(place: Int, left: Int): Unit =
    val ref = traffic.at(place)
    if ref != null then
      val number = numbers.merge(ref, 1, Integer.sum(_, _))
      traffic.ledger.send(ref, Work(id, number, left))
