package brine.pekko.serialization

import brine.codec.Schema
import org.apache.pekko.Done
import org.apache.pekko.actor.{Actor, ActorLogging, Address, NoSerializationVerificationNeeded, Props, RootActorPath}
import org.apache.pekko.actor.Timers
import scala.concurrent.Promise
import scala.concurrent.duration.*
import scala.util.Random

/** Offers the schemas of this node to others until they confirm that they know them, and answers theirs.
  *
  * In a cluster, messages contain their schema from the start of the system on. That ends when this node is up and
  * every other member has confirmed, and begins again when another one joins.
  *
  * @param cluster
  *   of the actor that tells who is in the cluster; none if there is none
  * @param every
  *   time between two offers to one node
  * @param mostOffers
  *   after this number, messages no longer contain their schema for the sake of that node
  */
private[pekko] final class SchemaExchanger(
    serializer: BrineSerializer,
    cluster: Option[Props],
    every: FiniteDuration,
    mostOffers: Int
) extends Actor,
      ActorLogging,
      Timers:
  import SchemaExchanger.*

  private val known = serializer.known
  private val own   = known.ownFingerprints.filterNot(_ == SchemaMessage.fingerprint)

  private var isUp  = false
  private var peers = Map.empty[Address, Peer]
  private var asked = Map.empty[Long, Deadline]

  override def preStart(): Unit =
    update()
    serializer.onUnknown = fingerprint => self ! Unknown(fingerprint)
    cluster.foreach(context.actorOf(_, "cluster"))

  override def postStop(): Unit =
    serializer.onUnknown = _ => ()
    peers.valuesIterator.foreach(_.fail("the actor system stops"))

  def receive: Receive =
    case Members(addresses, isUp) => follow(addresses, isUp)
    case Reached(address)         => peers.get(address).filterNot(_.isConfirmed).foreach(begin(address, _))
    case Exchange(address, done)  =>
      // A node outside of a cluster may have been replaced since.
      val peer = peers.get(address).filter(_.isMember).getOrElse(add(address, isMember = false))
      if peer.isComplete then done.trySuccess(Done): Unit
      else peer.waiting = done :: peer.waiting.filterNot(_.isCompleted)
    case Unknown(fingerprint)   => ask(fingerprint)
    case Tick                   => tick()
    case message: SchemaMessage => answer(message)

  private def answer(message: SchemaMessage): Unit = message match
    case SchemaMessage.Offer(token, fingerprints) =>
      val missing = fingerprints.filterNot(known.knows)
      sender() ! (if missing.isEmpty then SchemaMessage.Confirm(token, own) else SchemaMessage.Want(token, missing))
    case SchemaMessage.Want(token, fingerprints) =>
      fingerprints.distinct.flatMap(known.find).foreach(schema => sender() ! SchemaMessage.Take(schema.canonical))
      offered(token).foreach((address, peer) => again(address, peer))
    case SchemaMessage.Take(canonical) =>
      if canonical.length > Payload.MostSchemaBytes || !Schema.fromCanonical(canonical).exists(known.learn) then
        log.warning("A schema of {} bytes from {} could not be kept", canonical.length, sender().path.address)
    case SchemaMessage.Confirm(token, fingerprints) =>
      offered(token).foreach: (address, peer) =>
        val missing = fingerprints.filterNot(known.knows)
        peer.isConfirmed = true
        if missing.isEmpty then peer.complete()
        else
          sender() ! SchemaMessage.Want(token, missing)
          again(address, peer)
        update()

  private def offered(token: Long): Option[(Address, Peer)] = peers.find(_._2.token == token)

  private def add(address: Address, isMember: Boolean): Peer =
    val peer = Peer(Random.nextLong(), isMember)
    peers.get(address).foreach(former => peer.waiting = former.waiting)
    peers += address -> peer
    begin(address, peer)
    peer

  private def follow(others: Set[Address], isUp: Boolean): Unit =
    this.isUp = isUp
    for (address, peer) <- peers if peer.isMember && !others(address) do
      peer.fail(s"$address has left the cluster")
      peers -= address
    for address <- others if !peers.get(address).exists(_.isMember) do add(address, isMember = true): Unit
    update()

  private def begin(address: Address, peer: Peer): Unit =
    peer.offers = 0
    offer(address, peer)
    update()

  private def offer(address: Address, peer: Peer): Unit =
    peer.offers += 1
    if peer.offers == mostOffers then
      log.warning(
        "{} has not confirmed {} offers of schemas. Messages to it no longer contain their schema, so it may not be " +
          "able to read them. Has it BrineSerialization in its setup?",
        address,
        mostOffers
      )
    context.actorSelection(RootActorPath(address) / "system" / Name) ! SchemaMessage.Offer(peer.token, own)

  // At most some times between two ticks: a node that has no room for a schema would want it again at once.
  private def again(address: Address, peer: Peer): Unit =
    peer.rounds += 1
    if peer.rounds <= MostRounds then
      context.actorSelection(RootActorPath(address) / "system" / Name) ! SchemaMessage.Offer(peer.token, own)

  private def tick(): Unit =
    for (address, peer) <- peers if !peer.isComplete do
      peer.rounds = 0
      if peer.offers < mostOffers || peer.ticks % (10L * mostOffers) == 0 then offer(address, peer)
      peer.ticks += 1
    asked = asked.filter(_._2.hasTimeLeft())
    update()

  private def ask(fingerprint: Long): Unit =
    if !asked.get(fingerprint).exists(_.hasTimeLeft()) && asked.sizeIs < MostAsked then
      asked += fingerprint -> every.fromNow
      peers.keysIterator.foreach: address =>
        context.actorSelection(RootActorPath(address) / "system" / Name) ! SchemaMessage.Want(0, Vector(fingerprint))
      update()

  private def update(): Unit =
    serializer.describes = cluster.nonEmpty && !(isUp && peers.valuesIterator.forall(_.isSettled(mostOffers)))
    val needsTime = asked.nonEmpty || peers.valuesIterator.exists(!_.isComplete)
    if needsTime && !timers.isTimerActive(Tick) then timers.startTimerWithFixedDelay(Tick, Tick, every)
    else if !needsTime then timers.cancel(Tick)

private[pekko] object SchemaExchanger:
  /** The name of the actor in `/system`, on every node. */
  final val Name = "brine-schemas"

  /** The other members of the cluster, and whether this node is up in it. */
  final case class Members(others: Set[Address], isUp: Boolean) extends NoSerializationVerificationNeeded

  /** A member can be reached again. */
  final case class Reached(address: Address) extends NoSerializationVerificationNeeded

  /** Exchange schemas with this node, which is in no cluster. */
  final case class Exchange(address: Address, done: Promise[Done]) extends NoSerializationVerificationNeeded

  /** Bytes with the fingerprint of this unknown schema have come. */
  final case class Unknown(fingerprint: Long) extends NoSerializationVerificationNeeded

  private[serialization] case object Tick extends NoSerializationVerificationNeeded

  private final val MostRounds = 3
  private final val MostAsked  = 1024

  /** Another node.
    *
    * @param token
    *   tells an answer to offers to this node from one to its predecessor at the same address
    */
  private final class Peer(val token: Long, val isMember: Boolean):
    var isConfirmed                  = false // it knows our schemas
    var isComplete                   = false // and we know its
    var offers                       = 0
    var rounds                       = 0
    var ticks                        = 0
    var waiting: List[Promise[Done]] = Nil

    /** Whether messages to it need no schema any more. */
    def isSettled(mostOffers: Int): Boolean = !isMember || isConfirmed || offers >= mostOffers

    def complete(): Unit =
      isComplete = true
      waiting.foreach(_.trySuccess(Done))
      waiting = Nil

    def fail(problem: String): Unit =
      waiting.foreach(_.tryFailure(IllegalStateException(s"schemas were not exchanged: $problem")))
      waiting = Nil
