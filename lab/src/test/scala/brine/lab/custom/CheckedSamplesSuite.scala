package brine.lab.custom

import brine.lab.Fixtures
import brine.lab.child.Cancellation
import brine.lab.failure.Refusal
import java.nio.file.Files
import scala.concurrent.duration.*

final class CheckedSamplesSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 5.minutes

  // The compiler takes longer than all the samples: one source has them all.
  private val source =
    """final case class Pen(a: Int)
      |val samples: Seq[Pen] = System.getProperty("samples") match
      |  case "exit"  => sys.exit(3)
      |  case "loop"  => Thread.sleep(600000); Nil
      |  case "throw" => throw RuntimeException("boom")
      |  case "odd"   => // a thread that does not end, half a line, and no standard output any more
      |    Thread(() => Thread.sleep(600000)).start(); print("half"); System.setOut(null); Seq(Pen(1))
      |""".stripMargin

  test("samples that end the process, never end or cannot be made are refused before anything is compiled for them"):
    Fixtures.in("samples"): folder =>
      val file  = Files.writeString(folder.resolve("Pens.scala"), source)
      val types = UserTypes.compile(file, folder.resolve("work"))
      def checked(samples: String, limit: FiniteDuration = 1.minute): Unit =
        val options = s"-Dsamples=$samples" :: Fixtures.shortLived
        CheckedSamples.check(types, file, Fixtures.java, options, folder.resolve("logs"), Cancellation(), limit)
      def refused(samples: String, limit: FiniteDuration = 1.minute): String =
        intercept[Refusal](checked(samples, limit)).getMessage
      assert(refused("exit").contains("ended the process with code 3"))
      assert(refused("loop", 2.seconds).contains("took longer than 2 seconds"))
      val thrown = refused("throw")
      assert(thrown.endsWith("Pens.scala: making `samples` failed: RuntimeException: boom at Pens.scala:5"), thrown)
      checked("odd")
