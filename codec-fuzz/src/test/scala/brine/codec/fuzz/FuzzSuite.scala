package brine.codec.fuzz

import brine.effort.Effort
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*

/** Short runs of the fuzzer from one random seed: with effort full on each target, with effort quick on all in one
  * process. `./brine fuzz` makes longer ones.
  */
class FuzzSuite extends munit.FunSuite:
  override def munitTimeout: Duration = 10.minutes

  private val folder = FunFixture[Path](
    setup = _ => Files.createTempDirectory("brine-fuzz"),
    teardown = delete
  )

  private def delete(file: Path): Unit =
    if Files.isDirectory(file) then
      val inner = Files.list(file)
      try inner.forEach(delete(_))
      finally inner.close()
    Files.delete(file)

  private val targets = if Effort.isFull then FuzzTarget.all else Vector(EveryTarget)
  private val runs    = Effort.fuzzedInputs.toLong * FuzzTarget.all.size / targets.size

  for target <- targets do
    folder.test(s"$runs inputs: ${target.about}"): folder =>
      val ended = FuzzRun.start(target, FuzzRun.Effort(runs, 0, 1), folder)(_ => ())
      val input = ended.finding.fold("")(file => Files.readAllBytes(file).map(byte => f"$byte%02x").mkString(" "))
      assert(ended.isSound, s"${ended.lastLines.mkString("\n")}\nthe input: $input")
      assert(clue(ended.executed) >= runs)
