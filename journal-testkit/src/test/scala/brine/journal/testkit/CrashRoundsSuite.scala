package brine.journal.testkit

import brine.effort.Effort
import java.nio.file.{Files, Path}
import scala.concurrent.duration.{DurationInt, FiniteDuration}

class CrashRoundsSuite extends munit.FunSuite:
  override val munitTimeout: FiniteDuration = 60.minutes

  private val folder = FunFixture[Path](_ => Files.createTempDirectory("brine-crash"), Folders.delete)

  folder.test(s"${Effort.crashRounds} processes killed while they write the same journal"): folder =>
    val seed   = System.nanoTime // printed, to repeat the same kind of round
    val result = CrashRounds.run(Effort.crashRounds, seed, folder)((_, _) => ())
    println(s"seed $seed, $result")
    assert(result.startsWith(s"${Effort.crashRounds} rounds: "), result)

  folder.test("a journal that lacks something acknowledged is found out"): folder =>
    val acknowledged = brine.journal.testkit.internal.Acknowledged()
    acknowledged.add("ack 0 5 Disk .")
    val wrong = intercept[AssertionError]:
      CrashCheck.check(folder.resolve("empty"), acknowledged, power = true, CrashCheck.nothing)
    assertEquals(wrong.getMessage, "event 5 of writer 0 was acknowledged; 0 are there")
