package brine.pekko.projection.internal

import brine.effort.Effort
import brine.pekko.projection.internal.Agreement.*
import java.util.{SplittableRandom, UUID}
import munit.FunSuite
import scala.concurrent.duration.*

/** Nodes of a cluster that agree on a database, as values: what each one tells arrives late, or never, while they come,
  * go, stand still, and disagree.
  */
class AgreementSuite extends FunSuite:
  override val munitTimeout: Duration = 60.minutes

  private val Every     = 10L
  private val Patience  = 50L
  private val databases = Vector.tabulate(3)(number => Stores(UUID(0, number), s"database $number", None, "log"))

  private final class Node(
      val id: NodeId,
      val isHost: Boolean,
      val isSilent: Boolean,
      val stores: Stores,
      val knowsAt: Long,
      var isUp: Boolean
  ):
    val agreement          = Agreement(id, Patience)
    var pausedSince        = Option.empty[Long]
    var view               = Vector.empty[Peer]
    def standing: Standing = agreement.standing
    def knows(now: Long)   = !isSilent && now >= knowsAt
    override def toString  = s"$id with ${stores.place}, $standing"

  /** @param isSlow
    *   whether messages get lost, or take longer than the oldest node waits, and nodes see members late
    * @param choices
    *   how many databases nodes have
    */
  private final class World(seed: Long, isSlow: Boolean, choices: Int):
    private val random = SplittableRandom(seed)
    private var now    = 0L
    private var nodes  = Vector.empty[Node] // the oldest first
    private var sent   = Vector.empty[(Long, Post)]
    private var names  = 0
    private var starts = 0L

    private def oneIn(count: Int) = random.nextInt(count) == 0

    private def join(address: String): Unit =
      starts += 1
      val id      = NodeId(address, starts)
      val knowsAt = now + (if oneIn(4) then random.nextInt(200) else 0)
      nodes :+= Node(id, !oneIn(4), oneIn(8), databases(random.nextInt(choices)), knowsAt, isUp = false)

    private def fault(): Unit = random.nextInt(6) match
      case 0 | 1 =>
        names += 1
        join(s"node-$names")
      case 2 if nodes.nonEmpty => nodes = nodes.filterNot(_ eq one())
      case 3 if nodes.nonEmpty =>
        val gone = one()
        nodes = nodes.filterNot(_ eq gone)
        if oneIn(2) then step()
        join(gone.id.address)
      case 4 => nodes.headOption.foreach(oldest => nodes = nodes.filterNot(_ eq oldest))
      case _ =>
        if nodes.nonEmpty then
          val paused = one()
          paused.pausedSince = paused.pausedSince.orElse(Some(now))

    private def one(): Node = nodes(random.nextInt(nodes.size))

    private def peers: Vector[Peer] = (nodes.filter(_.isUp) ++ nodes.filterNot(_.isUp)).map: node =>
      Peer(node.id, node.isHost, node.isUp, node.pausedSince.forall(now - _ < 20))

    private def post(more: Vector[Post]): Unit =
      for message <- more if !isSlow || !oneIn(4) do
        sent :+= (now + 1 + random.nextInt(if isSlow then 100 else 9)) -> message

    private def step(): Unit =
      now += 1
      nodes.foreach: node =>
        if !node.isUp && oneIn(10) then
          // It is the youngest of those that are up.
          node.isUp = true
          nodes = nodes.filterNot(_ eq node).patch(nodes.count(_.isUp) - 1, Vector(node), 0)
      nodes.foreach(node => if node.pausedSince.isDefined && oneIn(60) then node.pausedSince = None)
      val current = peers
      nodes.foreach(node => if !isSlow || oneIn(5) then node.view = current)
      val (due, later) = sent.partition(_(0) <= now)
      // A node that stands still gets its messages afterwards.
      val (held, arriving) = due.partition((_, post) => nodes.exists(node => node.id == post.to && isPaused(node)))
      sent = later ++ held
      for (_, message) <- arriving; node <- nodes if node.id == message.to && !node.isSilent do
        judged(post(node.agreement.receive(message.message, node.view, now)))
      for node <- nodes if !node.isSilent && !isPaused(node) && (now + node.id.uid * 3) % Every == 0 do
        if node.knows(now) then node.agreement.found(node.stores)
        judged(post(node.agreement.tick(node.view, now)))

    private def isPaused(node: Node) = node.pausedSince.isDefined

    // After each message.
    private def judged(body: => Unit): Unit =
      val before = nodes.filter(_.standing == Standing.Refused)
      body
      val refused   = nodes.filter(node => node.standing == Standing.Refused && !before.contains(node))
      val confirmed = nodes.filter(_.standing == Standing.Confirmed)
      refused.foreach: node =>
        assert(node.agreement.refusedBy.exists(_.stores != node.stores), s"seed $seed: $node")
        if choices == 1 then fail(s"seed $seed: there is one database, but $node is refused")
      if !isSlow then
        assert(confirmed.map(_.stores).distinct.size <= 1, s"seed $seed, at $now: $confirmed")
        refused.foreach: node =>
          assert(!confirmed.exists(_.stores == node.stores), s"seed $seed, at $now: $node, but $confirmed")

    def run(): Unit =
      for _ <- 0 until 600 do
        if oneIn(25) then fault()
        step()
      nodes.foreach(_.pausedSince = None)
      for _ <- 0 until 1_000 do
        nodes.foreach(_.view = peers)
        step()
      val asked     = nodes.filter(_.knows(now))
      val undecided = asked.filter(_.standing == Standing.Undecided)
      val confirmed = asked.filter(_.standing == Standing.Confirmed)
      assert(confirmed.map(_.stores).distinct.size <= 1, s"seed $seed, at the end: $confirmed")
      // Of nodes that were refused, none may go on: somebody must correct them first.
      if oldestOf(peers).exists(oldest => nodes.exists(node => node.id == oldest.node && !node.isSilent)) then
        assert(undecided.isEmpty || confirmed.isEmpty && !undecided.exists(_.isHost), s"seed $seed: $asked")

  private def search(isSlow: Boolean, choices: Int): Unit =
    for seed <- 1 to Effort.agreements do World(seed, isSlow, choices).run()

  test("nodes of one database are never refused, whatever is lost or late, and slices run on each in the end"):
    search(isSlow = true, choices = 1)

  test(
    "nodes of several databases never store into two at once, and those of the database that counts are not refused"
  ):
    search(isSlow = false, choices = 2)
    search(isSlow = false, choices = 3)

  test("if messages are later than the oldest node waits, they agree in the end"):
    search(isSlow = true, choices = 3)

  test("logs are compared if both can be, and places are not"):
    val log                       = Some(UUID(1, 1))
    def stores(log: Option[UUID]) = databases(0).copy(log = log)
    assert(stores(log).areThoseOf(stores(None)))
    assert(stores(None).areThoseOf(stores(log)))
    assert(stores(log).copy(place = "another", logName = "other").areThoseOf(stores(log)))
    assert(!stores(log).areThoseOf(stores(Some(UUID(1, 2)))))
    assert(!databases(0).areThoseOf(databases(1)))
    assertEquals(stores(log).problem("it", "a", stores(None), "b"), None)
    val otherLog = stores(log).problem("it", "a", stores(Some(UUID(1, 2))), "b").get.message
    assert(otherLog.startsWith(s"it would read log (identity ${UUID(1, 1)}) on a instead of log (identity"), otherLog)
    assert(otherLog.contains(s"${UUID(1, 2)}), as b does"), otherLog)
    val other = databases(0).problem("it", "a", databases(1), "b").get.message
    assert(
      other.startsWith(s"it would store into database 0 (identity ${UUID(0, 0)}) on a instead of database 1"),
      other
    )
    assert(other.contains(s"(identity ${UUID(0, 1)}), as b does"), other)
    assert(other.contains("Let all nodes connect to the same database, and start this one again"), other)
