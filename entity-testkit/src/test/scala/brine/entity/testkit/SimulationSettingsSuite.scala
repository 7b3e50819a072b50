package brine.entity.testkit

import brine.entity.EntitySettings
import java.time.Instant

class SimulationSettingsSuite extends munit.FunSuite:
  test("each setting has a method"):
    val changed = SimulationSettings.defaults
      .withClients(4)
      .withCommands(5)
      .withIds(6)
      .withFaults(7)
      .withPowerCuts(8)
      .withClosings(9)
      .withPassivations(10)
      .withEarlyTimers(11)
      .withRepeats(12)
      .withStore(SimulatedStore.Files)
      .withEntities(EntitySettings(maxAttempts = 13))
      .withStart(Instant.EPOCH)
      .withMostSteps(14)
    val entities = EntitySettings(maxAttempts = 13)
    assertEquals(
      changed,
      SimulationSettings(4, 5, 6, 7, 8, 9, 10, 11, 12, SimulatedStore.Files, entities, Instant.EPOCH, 14)
    )

  test("values out of range are refused by name"):
    def refuses(name: String)(body: => Any): Unit =
      assert(clue(intercept[IllegalArgumentException](body).getMessage).contains(s": $name is"))
    refuses("clients")(SimulationSettings(clients = 0))
    refuses("commands")(SimulationSettings(commands = 0))
    refuses("ids")(SimulationSettings(ids = -1))
    refuses("faults")(SimulationSettings(faults = -1))
    refuses("powerCuts")(SimulationSettings(powerCuts = -1))
    refuses("closings")(SimulationSettings(closings = -1))
    refuses("passivations")(SimulationSettings(passivations = -1))
    refuses("earlyTimers")(SimulationSettings(earlyTimers = -1))
    refuses("repeats")(SimulationSettings(repeats = -1))
    refuses("mostSteps")(SimulationSettings(mostSteps = 0))
    for start <- Seq(Instant.MAX, Instant.MIN, Instant.EPOCH.minusNanos(1), Instant.parse("+10000-01-01T00:00:00Z")) do
      refuses("start")(SimulationSettings.defaults.withStart(start))
