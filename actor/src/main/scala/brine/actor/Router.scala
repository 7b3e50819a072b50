package brine.actor

import brine.actor.internal.{DeadLetters, HashRing, Routees}

/** Behaviors that pass each message on to one of several actors.
  *
  * {{{
  * val workers = system.spawn(Router.pool(4)(worker))
  * val shards  = system.spawn(Router.group(List(first, second), Routing.ConsistentHash[Order](_.customer)))
  * }}}
  *
  * A router is an actor: messages of one sender to one routee keep their order, and each costs a second hop, as much as any message to an
  * actor, all on the core that runs the router. It ends when its last routee has ended. What still comes then is a dead letter, and so is
  * what a routee refuses because its mailbox is full. An ask through a router fails at once when the router ends; when a routee ends or
  * fails, it fails when its time is over.
  */
object Router:
  /** Spawns `size` children that do the same, and passes messages on to them. A child that fails is answered as `options` say, by default
    * it begins anew; one that has ended is not replaced.
    *
    * @param size
    *   at least 1
    */
  def pool[M](size: Int, routing: Routing[M] = Routing.RoundRobin, options: ActorOptions = restarting)(
      behavior: Behavior[M]
  ): Behavior[M] =
    require(size >= 1, s"a pool of $size: at least 1 is needed")
    Behavior.setup(routeTo(Vector.fill(size)(context.spawn(behavior, options)), routing))

  /** As [[pool]], of actors that are classes; `actor` is evaluated for each. */
  def poolOf[M](size: Int, routing: Routing[M] = Routing.RoundRobin, options: ActorOptions = restarting)(
      actor: => Actor[M]
  ): Behavior[M] =
    require(size >= 1, s"a pool of $size: at least 1 is needed")
    Behavior.setup(routeTo(Vector.fill(size)(context.spawn(actor, options)), routing))

  /** Passes messages on to actors that are there already, until they end.
    *
    * @param refs
    *   at least one; no actor twice
    */
  def group[M](refs: Seq[ActorRef[M]], routing: Routing[M] = Routing.RoundRobin): Behavior[M] =
    require(refs.nonEmpty, "a group of no actors: at least 1 is needed")
    require(refs.distinct.size == refs.size, "a group with an actor in it twice")
    Behavior.setup(routeTo(refs.toVector, routing))

  private val restarting = ActorOptions(supervision = Supervision.restart())

  private def routeTo[M](refs: Vector[ActorRef[M]], routing: Routing[M])(using context: ActorContext[M]): Behavior[M] =
    refs.foreach(context.watch(_))
    val routees: Routees[M] = routing match
      case Routing.RoundRobin                        => Routees.InTurn(refs)
      case Routing.ConsistentHash(key, virtualNodes) => Routees.ByKey(key, HashRing(refs, virtualNodes))
    Behavior
      .receive[M]: message =>
        val routee = routees.choose(message)
        try routee ! message
        catch
          // One that is full is no reason for the router to fail.
          case _: MailboxFullException => DeadLetters.report(routee.targetCell, message, DeadLetter.Reason.MailboxFull)
      .onSignal:
        case Signal.Terminated(ref, _) =>
          routees.remove(ref)
          if routees.isEmpty then Behavior.stopped else Behavior.same
