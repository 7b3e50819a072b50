package brine.journal

import brine.codec.Codec
import brine.codec.javaapi.JavaCodec
import brine.journal.javaapi.JavaJournal
import java.nio.file.Path
import java.util.concurrent.{CompletableFuture, ForkJoinPool, TimeUnit}

class FutureExecutorSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  test("a common pool of several threads is used, and otherwise a virtual thread for each task"):
    assertEquals(FutureExecutor.of(2), ForkJoinPool.commonPool)
    for parallelism <- List(0, 1) do
      val isVirtual =
        CompletableFuture.supplyAsync(() => Thread.currentThread.isVirtual, FutureExecutor.of(parallelism))
      assert(isVirtual.get(1, TimeUnit.MINUTES))

  // JDK 25 runs tasks even then, so without the choice above this fails on older JDKs only.
  test("the futures of appends complete in a JVM whose common pool has no threads"):
    TemporaryFolder.use: folder =>
      val option    = "-Djava.util.concurrent.ForkJoinPool.common.parallelism=0"
      val (text, _) =
        OtherJvm.run(2, List(option), "brine.journal.WithoutCommonPool", folder.resolve("journal").toString)
      assert(text.contains("both complete"), text)

/** Waits for futures of appends, one of Scala and one of Java. */
object WithoutCommonPool:
  def main(arguments: Array[String]): Unit =
    val journal = Journal.open(Path.of(arguments(0)))
    journal.append("s", "first").toFuture.get(30, TimeUnit.SECONDS): Unit
    val facade = JavaJournal.of(journal, JavaCodec.of(summon[Codec[String]]))
    facade.append("s", "second").get(30, TimeUnit.SECONDS): Unit
    println("both complete")
    journal.close()
