package brine.pekko

import brine.codec.{added, fallback, was, Codec, UnknownCase}
import brine.pekko.ActorRefCodecs.given
import org.apache.pekko.actor.typed.ActorRef
import org.apache.pekko.actor.ActorRef as ClassicActorRef

/** Messages of a program for the tests. */
object Orders:
  sealed trait Command derives Codec
  final case class Place(id: Long, articles: Vector[String], replyTo: ActorRef[Reply]) extends Command
  final case class Watch(watcher: ClassicActorRef)                                     extends Command
  case object Stop                                                                     extends Command

  enum Reply derives Codec:
    case Placed(id: Long)
    case Refused(reason: String)
    case Busy

  enum Level derives Codec:
    case Low, High

  final case class Event(id: Long, text: String) derives Codec

  sealed trait Result derives Codec
  final case class Placed(id: Long) extends Result derives Codec

  val types: Seq[MessageType[?]] =
    Seq(MessageType[Command], MessageType[Reply], MessageType[Level], MessageType[Event])

/** Versions of one message type: every two read each other, but for what is said. */
object Versions:
  object V1:
    enum Message derives Codec:
      case Add(name: String, count: Int)
      case Clear
  object V2: // a field with a default, and one less
    enum Message derives Codec:
      case Add(name: String, count: Int, note: Option[String] = None)
      case Clear
  object V3: // wider, in another order, with a further case
    enum Message derives Codec:
      case Clear
      case Add(note: Option[String] = None, count: Long, name: String)
      case Rename(from: String, to: String)
  object V4: // another name of the type and of a field
    enum Order derives Codec:
      case Clear
      case Add(@was("name") title: String, @added(1L) count: Long)
      case Rename(from: String, to: String)
      case Move(by: Int)
  object V5: // unknown cases are kept
    enum Message derives Codec:
      case Clear
      case Add(name: String, count: Long)
      @fallback case Other(unknown: UnknownCase)

  val Name = "orders.Message"

  def v1: MessageType[V1.Message] = MessageType[V1.Message].named(Name)
  def v2: MessageType[V2.Message] = MessageType[V2.Message].named(Name)
  def v3: MessageType[V3.Message] = MessageType[V3.Message].named(Name)
  def v4: MessageType[V4.Order]   = MessageType[V4.Order].named(Name)
  def v5: MessageType[V5.Message] = MessageType[V5.Message].named(Name)
