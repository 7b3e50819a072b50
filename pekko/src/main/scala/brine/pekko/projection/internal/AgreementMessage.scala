package brine.pekko.projection.internal

import brine.codec.Codec
import org.apache.pekko.actor.{DeadLetterSuppression, NoSerializationVerificationNeeded}

/** What the [[AgreementActor]] of a node gets. */
private[pekko] sealed trait AgreementMessage

private[pekko] object AgreementMessage:
  /** What nodes send each other. */
  sealed trait Between extends AgreementMessage, SliceWire, DeadLetterSuppression

  /** A node tells the oldest one what it uses.
    *
    * @param stores
    *   what it uses; None if it does not know yet
    */
  final case class Told(node: NodeId, stores: Option[Stores], standing: Standing) extends Between

  /** The oldest node tells what counts.
    *
    * @param from
    *   the oldest node
    * @param node
    *   a node that uses it
    */
  final case class Decided(from: NodeId, stores: Stores, node: NodeId) extends Between

  /** This node knows what it uses. */
  final case class Found(stores: Stores) extends AgreementMessage, NoSerializationVerificationNeeded

  /** Time to tell the oldest node. */
  case object Tick extends AgreementMessage, NoSerializationVerificationNeeded

  // No `derives`: Scala 3.3 compiles it to a lazy val.
  object Told:
    implicit val codec: Codec[Told] = Codec.derived
  object Decided:
    implicit val codec: Codec[Decided] = Codec.derived
