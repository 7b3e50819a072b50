package brine.examples.iot

import brine.actor.*
import scala.annotation.tailrec
import scala.concurrent.duration.*
import scala.concurrent.{Await, Promise}

/** Homes with sensors: tracks devices, records temperatures, and reads all devices of a home at once. */
object Iot:
  import DeviceManager.Command

  private val limit = 1.minute

  def main(arguments: Array[String]): Unit =
    val system = ActorSystem(ActorSystemSettings(name = "iot").withMetricsEvery(every = 1))
    try
      val alarms = system.spawn(Topic[Device.Alarm](), ActorOptions(name = "alarms"))
      system.spawn(new DeviceManager(200.millis, alarms), ActorOptions(name = "manager")): Unit
      demonstrate(system, managerOf(system), alarms)
    finally
      system.terminate()
      println(s"complete: ${Await.result(system.whenTerminated, limit).isComplete}")

  /** Whoever knows the receptionist finds the manager. A subscription also waits for one that is not there yet. */
  private def managerOf(system: ActorSystem): ActorRef[Command] =
    val found   = Promise[ActorRef[Command]]()
    val waiting = system.spawn(Behavior.receive[Receptionist.Listing[Command]]: listing =>
      listing.services.headOption.fold(Behavior.same[Receptionist.Listing[Command]]): manager =>
        found.trySuccess(manager): Unit
        Behavior.stopped)
    system.receptionist ! Receptionist.Subscribe(DeviceManager.Key, waiting)
    Await.result(found.future, limit)

  private def demonstrate(
      system: ActorSystem,
      manager: ActorRef[Command],
      alarms: ActorRef[Topic.Command[Device.Alarm]]
  ): Unit =
    val rooms                                = List("attic", "cellar", "kitchen", "garage")
    val List(attic, cellar, kitchen, garage) = rooms.map: room =>
      manager.askBlocking[DeviceGroup.Tracked](Command.Track("home", room, _), limit).device: @unchecked

    record(cellar, 12.0)
    record(kitchen, 21.5)
    print("a sensor without a temperature", manager)

    val calibrated = Promise[Unit]()
    garage ! Device.Command.Calibrate(calibrated.future)
    print("a sensor that does not reply", manager)
    calibrated.success(())
    record(garage, 7.0)

    val alarm = system.gather[Device.Alarm](1, limit)
    alarms ! Topic.Subscribe(alarm)
    record(kitchen, 71.0)
    Await.result(alarm.future, limit).foreach(alarm => println(s"alarm: ${alarm.id} has ${alarm.celsius} °C"))

    attic ! Device.Command.Disconnect
    Await.result(attic.whenStopped, limit): Unit
    awaitForgotten(manager, "attic")
    print("a sensor less", manager)

    val devices = system.metrics.find(_.kind == "Device")
    println(s"devices alive: ${devices.fold(0L)(_.alive)}, spawned: ${devices.fold(0L)(_.spawned)}")

  private def record(device: ActorRef[Device.Command], celsius: Double): Unit =
    val _ = device.askBlocking(Device.Command.Record(celsius, _), limit)

  private def print(title: String, manager: ActorRef[Command]): Unit =
    val results = manager.askBlocking[DeviceQuery.Results](Command.ReadAll("home", _), limit)
    println(title)
    results.byDevice.toList.sortBy(_._1).foreach((id, result) => println(s"  $id: $result"))

  // The group learns of the end by a message, which may come after ours.
  @tailrec private def awaitForgotten(manager: ActorRef[Command], id: String): Unit =
    if manager.askBlocking[DeviceGroup.Devices](Command.ListDevices("home", _), limit).ids(id) then
      awaitForgotten(manager, id)
