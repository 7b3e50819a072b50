package brine.actor.model

/** A mistake in the small twin of the mailbox. */
enum TwinFault extends java.lang.Enum[TwinFault]:
  case None

  /** As the faults of the same names of [[Fault]]. */
  case IdleByPlainStore, SuspendWithoutRecheck, GoOnAfterUnpark, DrainOwnMessageOnly, WakeBeforeSignal, OwnWithoutCheck

  /** Parking is visible to others only after the look at the signals: a mistake of memory order, which no interleaving
    * shows.
    */
  case ParkWithoutFence
