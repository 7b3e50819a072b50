package brine.actor

/** How a [[Router]] chooses among its routees. */
enum Routing[-M]:
  /** One after the other. */
  case RoundRobin extends Routing[Any]

  /** By a key of the message: the same key goes to the same routee for as long as that lives. When a routee ends its keys are spread over
    * the others, and the keys of the others stay where they are.
    *
    * @param key
    *   has a `hashCode` that tells keys apart, and must not be null
    * @param virtualNodes
    *   how many places each routee has on the ring of hashes; with 128 each of ten routees gets its share to within a third or so.
    *   At least 1; each takes 8 bytes
    */
  case ConsistentHash[M](key: M => Any, virtualNodes: Int = 128) extends Routing[M]
