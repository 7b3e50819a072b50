package brine.actor

/** Which threads run an actor. */
enum Dispatcher:
  /** The workers of the system, one per processor. They run actors with messages in the order in which they became
    * runnable.
    */
  case Default

  /** Separate workers that run the newest actor first. Use it for trees of actors that divide a problem: far fewer are
    * alive at once.
    *
    * Unfair: under load an actor may wait forever.
    */
  case NewestFirst

  /** A virtual thread while there are messages, and no thread otherwise. Use it for handlers that block: on files,
    * drivers, locks, sleep or [[ActorRef.askBlocking]].
    *
    * Slower than workers for handlers that do not block.
    */
  case Blocking
