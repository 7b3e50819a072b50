package brine.pekko.serialization

import org.apache.pekko.actor.{Actor, Address}
import org.apache.pekko.cluster.ClusterEvent.{CurrentClusterState, MemberEvent, MemberRemoved, ReachabilityEvent}
import org.apache.pekko.cluster.ClusterEvent.{InitialStateAsSnapshot, ReachableMember}
import org.apache.pekko.cluster.{Cluster, Member, MemberStatus}

/** Tells its parent who is in the cluster. Apart from it, because programs without a cluster lack these classes. */
private[pekko] final class ClusterWatcher extends Actor:
  private val cluster = Cluster(context.system)
  private var members = Set.empty[Address]
  private var isUp    = false

  override def preStart(): Unit =
    cluster.subscribe(self, InitialStateAsSnapshot, classOf[MemberEvent], classOf[ReachabilityEvent])

  override def postStop(): Unit = cluster.unsubscribe(self)

  def receive: Receive =
    case state: CurrentClusterState =>
      state.members.foreach(add)
      tell()
    case MemberRemoved(member, _) =>
      members -= member.address
      tell()
    case event: MemberEvent =>
      add(event.member)
      tell()
    case ReachableMember(member) => context.parent ! SchemaExchanger.Reached(member.address)
    case _: ReachabilityEvent    => ()

  // A node that joins sees itself before some of the others, but each of them before it is up.
  private def add(member: Member): Unit =
    if member.uniqueAddress != cluster.selfUniqueAddress then members += member.address
    else if member.status == MemberStatus.Up || member.status == MemberStatus.WeaklyUp then isUp = true

  private def tell(): Unit = context.parent ! SchemaExchanger.Members(members, isUp)
