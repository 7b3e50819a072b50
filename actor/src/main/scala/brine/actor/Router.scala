package brine.actor

import brine.actor.internal.routing.{HashRing, Routees}

/** Behaviors that forward each message to one of several actors, the routees.
  *
  * {{{
  * val workers = system.spawn(Router.pool(4)(worker))
  * val shards  = system.spawn(Router.group(List(first, second), Routing.ConsistentHash[Order](_.customer)))
  * }}}
  *
  * A router is an actor:
  *
  *   - Messages from one sender to one routee keep their order.
  *   - Each message costs a second hop, and one core does all the routing.
  *   - The router stops when its last routee has stopped. Later messages become dead letters.
  *   - A message that a routee refuses because its mailbox is full becomes a dead letter.
  *   - An ask through a router fails at once when the router stops. If the routee stops or fails, it fails when its
  *     timeout passes.
  */
object Router:
  /** Spawns `size` children with the same behavior, and forwards messages to them.
    *
    * A child that fails is treated as `options` say; by default it restarts. A child that has stopped is not replaced.
    *
    * @param size
    *   number of children; at least 1
    */
  def pool[M](size: Int, routing: Routing[M] = Routing.RoundRobin, options: ActorOptions = restarting)(
      behavior: Behavior[M]
  ): Behavior[M] =
    require(size >= 1, s"a pool of $size: at least 1 is needed")
    Behavior.setup(routeTo(Vector.fill(size)(context.spawn(behavior, options)), routing))

  /** Works like [[pool]] for actors that are classes. Evaluates `actor` for each child. */
  def poolOf[M](size: Int, routing: Routing[M] = Routing.RoundRobin, options: ActorOptions = restarting)(
      actor: => Actor[M]
  ): Behavior[M] =
    require(size >= 1, s"a pool of $size: at least 1 is needed")
    Behavior.setup(routeTo(Vector.fill(size)(context.spawn(actor, options)), routing))

  /** Forwards messages to existing actors until they stop.
    *
    * @param refs
    *   at least one actor; none twice
    */
  def group[M](refs: Seq[ActorRef[M]], routing: Routing[M] = Routing.RoundRobin): Behavior[M] =
    require(refs.nonEmpty, "a group of no actors: at least 1 is needed")
    require(refs.distinct.size == refs.size, "the group contains an actor twice: pass each actor once")
    Behavior.setup(routeTo(refs.toVector, routing))

  private val restarting = ActorOptions(supervision = Supervision.restart())

  private def routeTo[M](refs: Vector[ActorRef[M]], routing: Routing[M])(using context: ActorContext[M]): Behavior[M] =
    refs.foreach(context.watch(_))
    val routees: Routees[ActorRef[M], M] = routing match
      case Routing.RoundRobin                        => Routees.InTurn(refs)
      case Routing.ConsistentHash(key, virtualNodes) => Routees.ByKey(key, HashRing(refs, virtualNodes))
    Behavior
      .receive[M]: message =>
        val routee = routees.choose(message)
        try routee ! message
        catch
          // A full routee must not make the router fail, nor null, which no bounded mailbox takes.
          case _: MailboxFullException => DeadLetters.report(routee.targetCell, message, DeadLetterReason.MailboxFull)
          case _: NullPointerException if message == null =>
            DeadLetters.report(routee.targetCell, message, DeadLetterReason.Unhandled)
      .onSignal:
        case Signal.Terminated(ref, _) =>
          routees.remove(_.endedRef eq ref)
          if routees.isEmpty then Behavior.stopped else Behavior.same
