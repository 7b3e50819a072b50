package brine.pekko.entity.internal

import com.typesafe.config.ConfigFactory

class FrameSizeSuite extends munit.FunSuite:
  private def most(config: String) = FrameSize.mostBytes(ConfigFactory.parseString(config))

  test("a frame holds the message and its header, and there is no limit without remoting"):
    val setting = "pekko.remote.artery.advanced.maximum-frame-size"
    assertEquals(most(s"$setting = 256 KiB"), 256 * 1024 - 4_096)
    assertEquals(most(s"$setting = 1 KiB"), 0)
    assertEquals(most(s"$setting = 8 GiB"), Int.MaxValue)
    assertEquals(most("pekko.actor {}"), Int.MaxValue)
