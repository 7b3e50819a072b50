package brine.actor.model

/** The result of an [[Explorer]]. */
enum Exploration:
  /** Every state was visited, and no rule is broken.
    *
    * @param ends
    *   number of states in which no process can take a step; at least one
    */
  case Holds(states: Int, steps: Long, ends: Int)

  /** The shortest list of steps that breaks a rule, each with the memory after it. */
  case Broken(rule: String, trace: List[String])
