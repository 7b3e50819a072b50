package brine.pekko.persistence

import org.apache.pekko.actor.ActorRef
import org.apache.pekko.persistence.*

/** A classic persistent actor that does what it is told, and says its state after each step. */
final class Script(id: String, from: Recovery) extends PersistentActor:
  import Script.*

  private var state = Vector.empty[String]
  private var asker = ActorRef.noSender

  def persistenceId: String       = id
  override def recovery: Recovery = from

  def receiveRecover: Receive =
    case SnapshotOffer(_, text: String) => state = texts(text)
    case text: String                   => state :+= text
    case RecoveryCompleted              => ()

  def receiveCommand: Receive =
    case Get            => sender() ! answer
    case Persist(texts) =>
      asker = sender()
      persistAll(texts)(state :+= _)
      defer(())(_ => asker ! answer)
    case OneByOne(texts) =>
      asker = sender()
      texts.foreach(text => persist(text)(state :+= _))
      defer(())(_ => asker ! answer)
    case Async(texts) =>
      asker = sender()
      persistAllAsync(texts)(state :+= _)
      deferAsync(())(_ => asker ! answer)
    case Save =>
      asker = sender()
      saveSnapshot(state.mkString(","))
    case Delete(to) =>
      asker = sender()
      deleteMessages(to)
    case DeleteSnapshots(to) =>
      asker = sender()
      deleteSnapshots(SnapshotSelectionCriteria(to))
    case DeleteOneSnapshot(at) =>
      asker = sender()
      deleteSnapshot(at)
    case Fail                      => throw IllegalStateException("on purpose")
    case SaveSnapshotSuccess(_)    => asker ! answer
    case DeleteMessagesSuccess(_)  => asker ! answer
    case DeleteSnapshotsSuccess(_) => asker ! answer
    case DeleteSnapshotSuccess(_)  => asker ! answer
    case failed: (SaveSnapshotFailure | DeleteMessagesFailure | DeleteSnapshotsFailure | DeleteSnapshotFailure) =>
      asker ! failed.toString

  private def answer = (state, lastSequenceNr)

object Script:
  sealed trait Step
  case object Get                                  extends Step
  final case class Persist(texts: Vector[String])  extends Step
  final case class OneByOne(texts: Vector[String]) extends Step
  final case class Async(texts: Vector[String])    extends Step
  case object Save                                 extends Step
  final case class Delete(to: Long)                extends Step
  final case class DeleteSnapshots(to: Long)       extends Step
  final case class DeleteOneSnapshot(at: Long)     extends Step
  case object Fail                                 extends Step

  private def texts(joined: String): Vector[String] =
    if joined.isEmpty then Vector.empty else joined.split(',').toVector
