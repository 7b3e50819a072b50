package brine.pekko.projection.internal

/** Finds out whether the nodes that run a projection use the same database and log. Knows neither actors nor clocks;
  * used by one thread at a time.
  *
  * Each node tells the oldest one what it uses, again and again. The oldest one decides what counts, and answers: what
  * a node uses that was confirmed before, by it or by an earlier one; or else what the oldest of the others uses. A
  * node that uses something else is refused, until its program is started again. It still decides if it is the oldest,
  * but its own stores do not count.
  *
  * @param own
  *   this node
  * @param patience
  *   how long the oldest node waits for nodes that do not say what they use, such as those without the projection; in
  *   the unit of the times that are given later
  */
private[pekko] final class Agreement(own: NodeId, patience: Long):
  import Agreement.*
  import AgreementMessage.*

  private var stores  = Option.empty[Stores]
  private var verdict = Standing.Undecided
  private var refusal = Option.empty[Decided]

  // Of the oldest node: since when all that say nothing can be reached, what nodes have told before it decided, and
  // what counts.
  private var silentSince = Option.empty[Long]
  private var told        = Map.empty[NodeId, Told]
  private var decided     = Option.empty[Decided]

  def standing: Standing = verdict

  /** What this node was refused with. */
  def refusedBy: Option[Decided] = refusal

  /** What counts, if this is the oldest node and has decided it. */
  def decision: Option[Decided] = decided

  /** This node knows what it uses. It does not change any more. */
  def found(mine: Stores): Unit = if stores.isEmpty then stores = Some(mine)

  /** What to send, at regular times.
    *
    * @param peers
    *   the members of the cluster, the oldest first
    */
  def tick(peers: Vector[Peer], now: Long): Vector[Post] =
    val mine = Told(own, stores, verdict)
    oldestOf(peers) match
      case Some(oldest) if oldest.node != own =>
        resign()
        Vector(Post(oldest.node, mine))
      case Some(_) => receive(mine, peers, now)
      case None    =>
        resign()
        Vector.empty

  /** What to answer. Nothing is lost if a message is: nodes tell it again. */
  def receive(message: Between, peers: Vector[Peer], now: Long): Vector[Post] = message match
    case message: Told if oldestOf(peers).exists(_.node == own) =>
      decided match
        case Some(answer) => deliver(message.node, answer)
        case None         =>
          told += message.node -> message
          decided = decide(peers, now)
          decided.toVector.flatMap: answer =>
            val waiting = told.keys.toVector
            told = Map.empty
            waiting.flatMap(deliver(_, answer))
    case _: Told => Vector.empty
    // An earlier oldest node may have decided something that counts no more.
    case answer: Decided =>
      if oldestOf(peers).exists(_.node == answer.from) then compare(answer)
      Vector.empty

  private def resign(): Unit =
    silentSince = None
    told = Map.empty
    decided = None

  private def deliver(node: NodeId, answer: Decided): Vector[Post] =
    if node != own then Vector(Post(node, answer))
    else
      compare(answer)
      Vector.empty

  private def decide(peers: Vector[Peer], now: Long): Option[Decided] =
    val known                                      = peers.flatMap(peer => told.get(peer.node).map(peer -> _))
    def first(counts: (Peer, Standing) => Boolean) = known.collectFirst:
      case (peer, Told(node, Some(used), standing)) if counts(peer, standing) => Decided(own, used, node)
    first((_, standing) => standing == Standing.Confirmed).orElse:
      if hasHeardAll(peers, now) then first((peer, standing) => peer.isHost && standing == Standing.Undecided) else None

  // Somebody may have been confirmed by a node that has left. Members without the projection do not say anything, and
  // those that cannot be reached say it later, or leave the cluster. A database may not answer.
  private def hasHeardAll(peers: Vector[Peer], now: Long): Boolean =
    val silent = peers.filter(peer => told.get(peer.node).forall(_.stores.isEmpty))
    // One that can be reached again needs time to say it.
    if !silent.forall(_.isReachable) then silentSince = None
    else silentSince = silentSince.orElse(Some(now))
    silent.isEmpty || silentSince.exists(now - _ > patience)

  private def compare(answer: Decided): Unit =
    for mine <- stores if verdict != Standing.Refused do
      if mine.areThoseOf(answer.stores) then verdict = Standing.Confirmed
      else
        verdict = Standing.Refused
        refusal = Some(answer)

private[pekko] object Agreement:
  /** A member of the cluster, as a node sees it.
    *
    * @param isHost
    *   whether it runs slices, by its role
    * @param isUp
    *   whether it has joined, and has not gone yet
    */
  final case class Peer(node: NodeId, isHost: Boolean, isUp: Boolean, isReachable: Boolean)

  /** A message for a node. */
  final case class Post(to: NodeId, message: AgreementMessage.Between)

  /** The node that decides; None if there is none yet. */
  def oldestOf(peers: Vector[Peer]): Option[Peer] = peers.find(peer => peer.isHost && peer.isUp)
