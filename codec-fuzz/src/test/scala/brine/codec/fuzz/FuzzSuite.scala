package brine.codec.fuzz

import brine.effort.Effort
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*

/** A short run of the fuzzer on every target, from one seed of chance. `./brine fuzz` makes longer ones. */
class FuzzSuite extends munit.FunSuite:
  override def munitTimeout: Duration = 10.minutes

  private val runs   = Effort.fuzzedInputs.toLong
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

  for target <- FuzzTarget.all do
    folder.test(s"$runs inputs: ${target.about}"): folder =>
      val ended = FuzzRun.start(target, FuzzRun.Effort(runs, 0, 1), folder)(_ => ())
      val input = ended.finding.fold("")(file => Files.readAllBytes(file).map(byte => f"$byte%02x").mkString(" "))
      assert(ended.isSound, s"${ended.lastLines.mkString("\n")}\nthe input: $input")
      assert(clue(ended.executed) >= runs)
