package brine.actor

/** Which threads run an actor. */
enum Dispatcher:
  /** The system's workers, one a core, each running the actors that have messages in the order in which they got them. */
  case Default

  /** Workers of their own that run the newest actor first. For trees of actors that each solve a part of a problem: far fewer
    * are alive at once. Unfair: under load an actor may wait for ever.
    */
  case NewestFirst

  /** A virtual thread while there are messages, and none while there are none. For handlers that block: on files, drivers,
    * locks, sleep or [[ActorRef.askBlocking]]. Slower than the workers for those that do not.
    */
  case Blocking
