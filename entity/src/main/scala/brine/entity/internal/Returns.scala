package brine.entity.internal

import java.util.concurrent.atomic.AtomicReference

/** Entities that were lent, and could not be given back where their borrower's stack ended, or memory did. They would
  * wait for ever, so another thread gives them back. To add one takes no memory. Thread-safe.
  */
private[internal] final class Returns:
  private val newest = AtomicReference[JoinRequest | Null](null)

  def add(request: JoinRequest): Unit =
    var first = newest.get
    request.nextReturn = first
    while !newest.compareAndSet(first, request) do
      first = newest.get
      request.nextReturn = first

  /** Gives them back; what fails again stays. Nobody says whether what was decided is durable, so the entities load. */
  def retry(): Unit =
    var request = newest.getAndSet(null)
    while request != null do
      val next = request.nn.nextReturn
      request.nn.nextReturn = null
      request.nn.giveBack(EntityMessage.ReturnedUnknown)
      request = next
