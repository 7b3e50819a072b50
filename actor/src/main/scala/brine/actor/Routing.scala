package brine.actor

/** How a [[Router]] chooses a routee. */
enum Routing[-M]:
  /** One after the other. */
  case RoundRobin extends Routing[Any]

  /** By a key of the message: the same key goes to the same routee, as long as that routee lives. When a routee stops,
    * its keys are spread over the others, and all other keys stay where they are.
    *
    * @param key
    *   key of a message; must not be null, and its `hashCode` should differ between keys
    * @param virtualNodes
    *   number of points of each routee on the ring of hashes, at least 1; each takes 8 bytes. With 128 points each of
    *   ten routees gets its share to within about a third
    */
  case ConsistentHash[M](key: M => Any, virtualNodes: Int = 128) extends Routing[M]
