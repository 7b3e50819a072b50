package brine.lab.run

import brine.lab.Fixtures
import java.nio.file.Files

final class LogDataSuite extends munit.FunSuite:
  test("the processor time of servers is the sum of what they wrote, whatever a server that died wrote half"):
    Fixtures.in("log-data"): folder =>
      val data = LogData(folder.resolve("data"))
      assertEquals(data.serverTicks, 0.0)
      Files.createDirectories(data.kept)
      Files.writeString(data.kept.resolve("server-ticks"), "120\n30\nx")
      assertEquals(data.serverTicks, 150.0)
      data.close()
      assertEquals(Files.exists(data.kept), false)
