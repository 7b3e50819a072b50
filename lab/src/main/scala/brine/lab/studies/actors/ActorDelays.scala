package brine.lab.studies.actors

/** The delays and times of Brine's actors that must not exceed those of Pekko's typed actors. */
private object ActorDelays:
  /** A figure.
    *
    * @param resolution
    *   difference that says nothing, in the figure's unit
    */
  final case class Wanted(name: String, op: String, described: String, resolution: Double = 20)

  val all: List[Wanted] = List(
    Wanted("outside", "none-p50", "messages from outside, no busy actor, p50"),
    Wanted("outside", "one-p50", "messages from outside, one busy actor, p50"),
    Wanted("outside", "cores-p50", "messages from outside, a busy actor per core, p50"),
    Wanted("outside", "twice-p50", "messages from outside, two busy actors per core, p50"),
    Wanted("send-then-compute", "p50", "a message of a handler that then computes, p50"),
    Wanted("asks-overload", "longest", "a timer beside asks that time out, longest delay", 1000),
    Wanted("watch-50000", "run", "50,000 actors watch one", 1)
  )
