package brine.examples.iot

import brine.actor.*
import scala.concurrent.duration.FiniteDuration

/** All homes: passes each request on to the group it is for. */
final class DeviceManager(queryTimeout: FiniteDuration, alarms: ActorRef[Topic.Command[Device.Alarm]])
    extends Actor[DeviceManager.Command]:
  import DeviceManager.*

  private var groups = Map.empty[String, ActorRef[DeviceGroup.Command]]

  override protected def onStart(): Unit = context.system.receptionist ! Receptionist.Register(Key, self)

  protected def receive(command: Command): Unit = command match
    case Command.Track(group, device, replyTo) =>
      groups.getOrElse(group, add(group)) ! DeviceGroup.Command.Track(device, replyTo)
    case Command.ListDevices(group, replyTo) =>
      groups.get(group).fold(replyTo ! DeviceGroup.Devices(Set.empty))(_ ! DeviceGroup.Command.ListDevices(replyTo))
    case Command.ReadAll(group, replyTo) =>
      groups.get(group).fold(replyTo ! DeviceQuery.Results(Map.empty))(_ ! DeviceGroup.Command.ReadAll(replyTo))
    case Command.Ended(group) => groups -= group

  private def add(name: String): ActorRef[DeviceGroup.Command] =
    val group = context.spawn(new DeviceGroup(queryTimeout, alarms), ActorOptions(name = name))
    context.watchWith(group, Command.Ended(name))
    groups = groups.updated(name, group)
    group

object DeviceManager:
  /** Under this key its actor is registered. */
  val Key: ServiceKey[Command] = ServiceKey("device manager")

  enum Command:
    case Track(group: String, device: String, replyTo: ActorRef[DeviceGroup.Tracked])
    case ListDevices(group: String, replyTo: ActorRef[DeviceGroup.Devices])
    case ReadAll(group: String, replyTo: ActorRef[DeviceQuery.Results])
    case Ended(group: String)
