package brine.examples.iot

import brine.actor.*
import scala.concurrent.duration.FiniteDuration

/** Reads all devices of a group once. One actor for each query: its state is that of this query alone, and it stops
  * with its reply.
  */
object DeviceQuery:
  /** What a query learns of a device. */
  enum Result:
    case Celsius(value: Double)
    case NotRecorded
    case Stopped
    case TimedOut

  final case class Results(byDevice: Map[String, Result])

  enum Event:
    case Read(reading: Device.Reading)
    case Ended(id: String)
    case TimeIsUp

  def apply(
      devices: Map[String, ActorRef[Device.Command]],
      timeout: FiniteDuration,
      replyTo: ActorRef[Results]
  ): Behavior[Event] = Behavior.setup:
    val readings = context.self.contramap[Device.Reading](Event.Read(_))
    for (id, device) <- devices do
      context.watchWith(device, Event.Ended(id))
      device ! Device.Command.Read(readings)
    context.startTimer("timeout", Event.TimeIsUp, timeout)
    waiting(devices.keySet, Map.empty, replyTo)

  private def waiting(
      open: Set[String],
      known: Map[String, Result],
      replyTo: ActorRef[Results]
  ): Behavior[Event] =
    if open.isEmpty then
      replyTo ! Results(known)
      Behavior.stopped
    else
      Behavior.receive:
        case Event.Read(Device.Reading(id, celsius)) =>
          waiting(open - id, known.updated(id, celsius.fold(Result.NotRecorded)(Result.Celsius(_))), replyTo)
        // A device may stop after it has replied; then its reading counts.
        case Event.Ended(id) if open(id) => waiting(open - id, known.updated(id, Result.Stopped), replyTo)
        case Event.Ended(_)              => ()
        case Event.TimeIsUp              => waiting(Set.empty, known ++ open.map(_ -> Result.TimedOut), replyTo)
