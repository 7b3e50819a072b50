package brine.examples.iot

import brine.actor.*
import scala.concurrent.Future

/** A sensor as the program knows it: keeps the last temperature, and publishes one that is too high. */
final class Device(id: String, alarms: ActorRef[Topic.Command[Device.Alarm]]) extends Actor[Device.Command]:
  import Device.*

  private var last = Option.empty[Double]

  protected def receive(command: Command): Unit = command match
    case Command.Record(celsius, replyTo) =>
      last = Some(celsius)
      if celsius > TooHot then alarms ! Topic.Publish(Alarm(id, celsius))
      replyTo ! Recorded(id)
    case Command.Read(replyTo) => replyTo ! Reading(id, last)
    // No thread waits, and the messages that come meanwhile are handled afterward.
    case Command.Calibrate(done) => context.suspendUntil(done)(_ => ())
    case Command.Disconnect      => context.stopSelf()

object Device:
  enum Command:
    case Record(celsius: Double, replyTo: ActorRef[Recorded])
    case Read(replyTo: ActorRef[Reading])
    case Calibrate(done: Future[Unit])
    case Disconnect

  final case class Recorded(id: String)
  final case class Reading(id: String, celsius: Option[Double])
  final case class Alarm(id: String, celsius: Double)

  val TooHot = 60.0
