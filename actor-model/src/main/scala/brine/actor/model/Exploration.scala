package brine.actor.model

/** What an [[Explorer]] found. */
enum Exploration:
  /** Every state was visited and no rule is broken.
    *
    * @param ends
    *   states in which no process can go on; at least one
    */
  case Holds(states: Int, steps: Long, ends: Int)

  /** The fewest steps that break a rule, each with the memory after it. */
  case Broken(rule: String, trace: List[String])
