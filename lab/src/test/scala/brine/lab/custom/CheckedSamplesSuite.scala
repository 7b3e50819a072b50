package brine.lab.custom

import brine.lab.{Fixtures, Refusal}
import brine.lab.child.Cancellation
import java.nio.file.Files
import scala.concurrent.duration.*

final class CheckedSamplesSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 5.minutes

  test("samples that end the process, never end or cannot be made are refused before anything is compiled for them"):
    Fixtures.in("samples"): folder =>
      def checked(name: String, samples: String, limit: FiniteDuration = 1.minute): Unit =
        val text   = s"final case class Pen(a: Int)\nval samples: Seq[Pen] =\n  $samples\n"
        val source = Files.writeString(folder.resolve(s"$name.scala"), text)
        val types  = UserTypes.compile(source, folder.resolve(name))
        CheckedSamples.check(types, source, Fixtures.java, Nil, folder.resolve("logs"), Cancellation(), limit)
      def refused(name: String, samples: String, limit: FiniteDuration = 1.minute): String =
        intercept[Refusal](checked(name, samples, limit)).getMessage
      assert(refused("Exit", "sys.exit(3)").contains("ended the process with code 3"))
      assert(refused("Loop", "while true do ()\n  Nil", 2.seconds).contains("took longer than 2 seconds"))
      val thrown = refused("Thrown", "throw RuntimeException(\"boom\")")
      assert(thrown.endsWith("Thrown.scala: making `samples` failed: RuntimeException: boom at Thrown.scala:3"), thrown)
      // A thread that does not end, half a line, and no standard output any more.
      checked(
        "Odd",
        "{ Thread(() => Thread.sleep(600000)).start(); print(\"half\"); System.setOut(null); Seq(Pen(1)) }"
      )
