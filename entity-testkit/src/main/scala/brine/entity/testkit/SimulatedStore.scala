package brine.entity.testkit

/** Where the events of a [[Simulation]] are. */
enum SimulatedStore:
  /** In memory. A power cut loses every append that is not durable, or keeps the first ones of them. */
  case Memory

  /** In a journal in files, on a simulated disk: `brine.journal.testkit.FaultStorage`. A power cut hits the journal
    * while it writes, and leaves of unsaved sectors what the seed says. Some ten times slower.
    */
  case Files
