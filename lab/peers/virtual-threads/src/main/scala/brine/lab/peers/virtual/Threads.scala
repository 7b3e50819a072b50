package brine.lab.peers.virtual

import java.util.concurrent.{ConcurrentLinkedQueue, LinkedBlockingQueue}

/** All actors of a run: each is a virtual thread that takes its messages from a queue until it takes the one that ends
  * it.
  */
private[virtual] final class Threads:
  private val all = ConcurrentLinkedQueue[(Mailbox, Thread)]()

  /** @param handler
    *   made on the actor's own thread, told the actor itself
    */
  def start(handler: Mailbox => AnyRef => Unit): Mailbox =
    val mailbox = Mailbox()
    val thread  = Thread
      .ofVirtual()
      .unstarted: () =>
        val handle  = handler(mailbox)
        var message = mailbox.take()
        while message ne Mailbox.End do
          handle(message)
          message = mailbox.take()
    all.add((mailbox, thread))
    thread.start()
    mailbox

  /** Ends every actor once it has handled what it was sent before, and waits for their ends. */
  def stop(): Unit =
    all.forEach((mailbox, _) => mailbox ! Mailbox.End)
    all.forEach((_, thread) => thread.join())

private[virtual] final class Mailbox:
  private val queue                   = LinkedBlockingQueue[AnyRef]()
  def !(message: AnyRef): Unit        = queue.put(message)
  private[virtual] def take(): AnyRef = queue.take()

private[virtual] object Mailbox:
  object End
