package brine.pekko.projection.internal

import brine.codec.Codec
import org.apache.pekko.cluster.Member

/** A node of a cluster. A program that is started again at the same address is another one.
  *
  * @param address
  *   of its actor system
  * @param uid
  *   of this start of it
  */
private[pekko] final case class NodeId(address: String, uid: Long):
  override def toString: String = address

// No `derives`: Scala 3.3 compiles it to a lazy val.
private[pekko] object NodeId:
  implicit val codec: Codec[NodeId] = Codec.derived

  def of(member: Member): NodeId = NodeId(member.uniqueAddress.address.toString, member.uniqueAddress.longUid)
