package brine.entity.projection

class ProjectionSettingsSuite extends munit.FunSuite:
  private def refused(name: String)(settings: => ProjectionSettings): Unit =
    val failed = intercept[IllegalArgumentException](settings)
    assert(failed.getMessage.contains(name), failed.getMessage)

  test("values out of range are refused by name"):
    val settings = ProjectionSettings.defaults
    refused("batchSize")(settings.withBatchSize(0))
    refused("batchBytes")(settings.withBatchBytes(0))
    refused("attempts")(settings.withAttempts(0))
    refused("maxSetAside")(settings.withMaxSetAside(-1))
    assertEquals(settings.withAttempts(1).withMaxSetAside(0).attempts, 1)
