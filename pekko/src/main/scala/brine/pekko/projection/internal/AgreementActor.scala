package brine.pekko.projection.internal

import brine.entity.projection.SlicedProjection
import brine.journal.EventLogReader
import brine.pekko.entity.internal.NodeLog
import org.apache.pekko.actor.typed.scaladsl.{AbstractBehavior, ActorContext, Behaviors, TimerScheduler}
import org.apache.pekko.actor.typed.{ActorRefResolver, ActorSystem, Behavior, Props}
import org.apache.pekko.cluster.ClusterEvent.CurrentClusterState
import org.apache.pekko.cluster.typed.Cluster
import org.apache.pekko.cluster.{Member, MemberStatus}
import scala.concurrent.duration.{FiniteDuration, NANOSECONDS}
import scala.util.control.NonFatal

/** The [[Agreement]] of a node: tells other nodes what it says, and opens or closes the gate of its slices. */
private[pekko] final class AgreementActor(
    context: ActorContext[AgreementMessage],
    timers: TimerScheduler[AgreementMessage],
    parts: AgreementActor.Parts
) extends AbstractBehavior[AgreementMessage](context):
  import Agreement.*
  import AgreementActor.*
  import AgreementMessage.*

  private val cluster   = Cluster(context.system)
  private val own       = NodeId.of(cluster.selfMember)
  private val agreement = Agreement(own, parts.every.toNanos * Rounds)
  private val title     = parts.projection.toString
  private var stores    = Option.empty[Stores]
  private var acted     = Standing.Undecided
  private var seen      = cluster.state
  private var members   = peersOf(seen)
  private var warned    = Set.empty[(NodeId, Stores)]

  pace(parts.every.min(Soon))

  def onMessage(message: AgreementMessage): Behavior[AgreementMessage] =
    val peers = peersNow
    message match
      case Found(found) =>
        stores = Some(found)
        agreement.found(found)
        send(agreement.tick(peers, System.nanoTime))
      case Tick              => send(agreement.tick(peers, System.nanoTime))
      case received: Between =>
        send(agreement.receive(received, peers, System.nanoTime))
        warnOf(received)
    if agreement.standing != acted then act()
    if acted == Standing.Undecided && stores.nonEmpty then parts.gate.waitsFor = reason(peers)
    this

  // Soon, as long as slices wait.
  private def pace(every: FiniteDuration): Unit = timers.startTimerWithFixedDelay(Tick, every)

  private def send(posts: Vector[Post]): Unit = posts.foreach: post =>
    val path = s"${post.to.address}/system/${context.self.path.name}"
    ActorRefResolver(context.system).resolveActorRef[AgreementMessage](path) ! post.message

  private def act(): Unit =
    acted = agreement.standing
    pace(parts.every)
    if acted == Standing.Confirmed then parts.open(context.system)
    for mine <- stores; answer <- agreement.refusedBy do
      mine
        .problem(title, own.address, answer.stores, answer.node.address)
        .foreach: error =>
          parts.gate.refuse(error)
          parts.leave()

  // Nobody may look at the log of the node itself.
  private def warnOf(message: Between): Unit = message match
    case Told(node, Some(theirs), _) if node != own && warned.size < MostWarnings =>
      for answer <- agreement.decision; error <- theirs.problem(title, node.address, answer.stores, answer.node.address)
      do
        if !warned((node, theirs)) then
          warned += ((node, theirs))
          NodeLog.warn(s"$node is refused: ${error.message}")
    case _ => ()

  private def reason(peers: Vector[Peer]): String = oldestOf(peers) match
    case Some(oldest) if oldest.node == own => "its node has not heard yet which database the other ones use"
    case Some(oldest)                       =>
      s"the oldest node, ${oldest.node}, has not said yet which database counts: start the projection there, too"
    case None =>
      parts.role.fold("its node is not up in the cluster yet")(role => s"no node with the role '$role' is up")

  // Sorted once for each change of the members: the oldest of a large cluster gets many messages.
  private def peersNow: Vector[Peer] =
    val state = cluster.state
    if state ne seen then
      seen = state
      members = peersOf(state)
    members

  private def peersOf(state: CurrentClusterState): Vector[Peer] =
    // Each data center has slices of its own, and ages.
    val near = state.members.toVector.filter(_.dataCenter == cluster.selfMember.dataCenter)
    for node <- near.sorted(using Member.ageOrdering)
    yield Peer(
      NodeId.of(node),
      isHost = parts.role.forall(node.hasRole),
      isUp = isUp(node.status),
      isReachable = !state.unreachable.contains(node)
    )

private[pekko] object AgreementActor:
  private val Soon = FiniteDuration(100_000_000, NANOSECONDS)

  // Longer than it takes, with the defaults, until a node that is silent counts as unreachable.
  private inline val Rounds = 5L

  private inline val PauseMillis = 500L

  // Nodes may come and go for years.
  private inline val MostWarnings = 100

  private val isUp = Set[MemberStatus](MemberStatus.Up, MemberStatus.Leaving, MemberStatus.Exiting)

  /** The limits of the time between what a node tells. */
  val longest: FiniteDuration  = FiniteDuration(1_000_000_000, NANOSECONDS)
  val shortest: FiniteDuration = FiniteDuration(10_000_000, NANOSECONDS)

  /** What a node has.
    *
    * @param role
    *   of the nodes that run slices; None for all
    * @param every
    *   how often it tells the oldest node what it uses
    * @param leave
    *   called when the node is refused: its slices go to others
    */
  final class Parts(
      val projection: SlicedProjection[?],
      val gate: NodeGate,
      val log: EventLogReader,
      val role: Option[String],
      val every: FiniteDuration,
      val leave: () => Unit
  ):
    /** Lets slices run. From now on, a version that is not in the database was forgotten. */
    private[AgreementActor] def open(system: ActorSystem[?]): Unit =
      gate.open()
      // Slices say what fails.
      untilDone(system, _ => ())(projection.prepare())

    /** What this node uses, once the database has told which one it is. */
    private[AgreementActor] def stores: Option[Stores] = projection.database.map(Stores.of(_, log))

  /** Starts it, and finds out what this node uses, as soon as the database answers.
    *
    * @param name
    *   the same on all nodes
    */
  def start(system: ActorSystem[?], name: String, parts: Parts): Unit =
    val agreement = system.systemActorOf(behavior(parts), name, Props.empty)
    untilDone(system, failed => parts.gate.waitsFor = s"the database failed: $failed"):
      parts.projection.identify()
      parts.stores.foreach(agreement ! AgreementMessage.Found(_))

  private def behavior(parts: Parts): Behavior[AgreementMessage] =
    Behaviors.setup(context => Behaviors.withTimers(timers => new AgreementActor(context, timers, parts)))

  // Not a virtual thread: drivers of databases may keep its carrier for long.
  private def untilDone(system: ActorSystem[?], failed: Throwable => Unit)(body: => Unit): Unit =
    Thread.ofPlatform.daemon
      .name("brine-projection-prepares")
      .start: () =>
        var isDone = false
        while !isDone && !system.whenTerminated.isCompleted do
          try
            body
            isDone = true
          catch
            case NonFatal(failure) =>
              failed(failure)
              Thread.sleep(PauseMillis)
    : Unit
