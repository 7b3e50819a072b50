package brine.examples.iot

import brine.actor.*
import brine.actor.testkit.{Explore, Search, TestSystem}
import brine.examples.iot.DeviceQuery.{Result, Results}
import munit.FunSuite
import scala.concurrent.Promise
import scala.concurrent.duration.*

/** The parts of the example in virtual time, and in every order of their messages. */
class DeviceQuerySuite extends FunSuite:
  private final class Home(system: TestSystem):
    val alarms  = system.spawn(Topic[Device.Alarm]())
    val manager = system.spawn(new DeviceManager(3.seconds, alarms))
    val probe   = system.probe[Results]("client")

    def track(id: String): ActorRef[Device.Command] =
      manager.askBlocking[DeviceGroup.Tracked](DeviceManager.Command.Track("home", id, _), 1.second).device

    def list: Set[String] =
      manager.askBlocking[DeviceGroup.Devices](DeviceManager.Command.ListDevices("home", _), 1.second).ids

    def readAll(): Unit = manager ! DeviceManager.Command.ReadAll("home", probe.ref)

  private def home(body: (TestSystem, Home) => Unit): Unit =
    val system = TestSystem()
    body(system, Home(system))

  private def record(device: ActorRef[Device.Command], celsius: Double): Unit =
    val _ = device.askBlocking(Device.Command.Record(celsius, _), 1.second)

  test("a device is spawned once, and one that has stopped again"):
    home: (system, home) =>
      val first = home.track("a")
      assertEquals(home.track("a"), first)
      home.track("b"): Unit
      assertEquals(home.list, Set("a", "b"))
      first ! Device.Command.Disconnect
      system.runUntilIdle()
      assertEquals(home.list, Set("b"))
      assertNotEquals(home.track("a"), first)

  test("unknown homes have no devices, and their query is empty"):
    home: (system, home) =>
      assertEquals(home.list, Set.empty[String])
      home.readAll()
      system.runUntilIdle()
      home.probe.expectMessage(Results(Map.empty))

  test("a query replies as soon as it knows all, and at its timeout at the latest"):
    home: (system, home) =>
      record(home.track("warm"), 20)
      home.track("new"): Unit
      home.readAll()
      system.runUntilIdle()
      home.probe.expectMessage(Results(Map("warm" -> Result.Celsius(20), "new" -> Result.NotRecorded)))
      val calibrated = Promise[Unit]()
      home.track("busy") ! Device.Command.Calibrate(calibrated.future)
      home.readAll()
      system.advance(2999.millis)
      home.probe.expectNoMessage()
      system.advance(1.milli)
      home.probe.expectMessage(
        Results(Map("warm" -> Result.Celsius(20), "new" -> Result.NotRecorded, "busy" -> Result.TimedOut))
      )

  test("in every order, a device that stops has either its reading or its end in the results"):
    val explored = Explore.check(Search.Exhaustive()): system =>
      val device = system.spawn(new Device("a", system.spawn(Topic[Device.Alarm]())))
      val probe  = system.probe[Results]("client")
      system.spawn(DeviceQuery(Map("a" -> device), 3.seconds, probe.ref)): Unit
      device ! Device.Command.Disconnect
      system.runUntilIdle()
      val results = probe.receiveAll()
      assertEquals(results.size, 1)
      assert(Set(Result.NotRecorded, Result.Stopped)(results.head.byDevice("a")), results.toString)
    assert(explored.toString.nonEmpty)
