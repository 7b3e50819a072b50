package brine.examples.iot

import brine.actor.*
import scala.concurrent.duration.FiniteDuration

/** The devices of one home: spawns each at its first use, and forgets it when it stops. */
final class DeviceGroup(queryTimeout: FiniteDuration, alarms: ActorRef[Topic.Command[Device.Alarm]])
    extends Actor[DeviceGroup.Command]:
  import DeviceGroup.*

  private var devices = Map.empty[String, ActorRef[Device.Command]]

  protected def receive(command: Command): Unit = command match
    case Command.Track(id, replyTo) =>
      val device = devices.getOrElse(id, add(id))
      replyTo ! Tracked(id, device)
    case Command.ListDevices(replyTo) => replyTo ! Devices(devices.keySet)
    case Command.ReadAll(replyTo)     =>
      val query = DeviceQuery(devices, queryTimeout, replyTo)
      context.spawn(query, ActorOptions(name = "query")): Unit
    case Command.Ended(id) => devices -= id

  private def add(id: String): ActorRef[Device.Command] =
    val device = context.spawn(new Device(id, alarms), ActorOptions(name = id))
    context.watchWith(device, Command.Ended(id))
    devices = devices.updated(id, device)
    device

object DeviceGroup:
  enum Command:
    case Track(id: String, replyTo: ActorRef[Tracked])
    case ListDevices(replyTo: ActorRef[Devices])
    case ReadAll(replyTo: ActorRef[DeviceQuery.Results])
    case Ended(id: String)

  final case class Tracked(id: String, device: ActorRef[Device.Command])
  final case class Devices(ids: Set[String])
