package brine.entity.effect.crash

import brine.effort.Effort
import brine.entity.effect.*
import brine.entity.effect.internal.EffectStore
import brine.entity.projection.{Move, TestDatabase}
import brine.journal.{Journal, Query}
import java.io.{BufferedReader, InputStreamReader}
import java.nio.file.{Files, Path}
import java.util.SplittableRandom
import java.util.concurrent.TimeUnit
import munit.FunSuite
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Kills processes that append to a journal and run effects of it, as `kill -9` does, at random moments, in rounds on
  * one journal. After each, every effect that the journal says was executed is in the receiver's file, in order for
  * each stream, with the same key each time. At the end all are, once the effects have run to the end.
  */
class EffectsCrashSuite extends FunSuite:
  override val munitTimeout: FiniteDuration = 120.minutes

  private val count = Effort.effectKills

  test(s"$count processes killed while they run effects"):
    val seed   = System.nanoTime // printed, to repeat the same kind of round
    val random = SplittableRandom(seed)
    val folder = Files.createTempDirectory("brine-effects")
    val file   = folder.resolve("receiver")
    try
      val results = (1 to count).map: round =>
        live(folder.resolve("log"), file, random)
        check(folder.resolve("log"), file, s"round $round of seed $seed")
      println(s"effects, seed $seed: $count processes killed, executed and calls after each: $results")
      finish(folder.resolve("log"), file)
    finally TestDatabase.deleteAll(folder)

  private def live(log: Path, file: Path, random: SplittableRandom): Unit =
    val java      = Path.of(sys.props("java.home"), "bin", "java").toString
    val options   = List("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", sys.props("java.class.path"))
    val own       = s"${random.nextLong()}"
    val arguments = List("brine.entity.effect.crash.EffectsProcess", log.toString, file.toString, own)
    val process   = ProcessBuilder((java :: options ::: arguments).asJava)
      .redirectError(ProcessBuilder.Redirect.DISCARD)
      .start()
    try
      val lines = BufferedReader(InputStreamReader(process.getInputStream))
      // Now and then it is killed while it opens.
      if random.nextInt(10) > 0 then assertEquals(lines.readLine(), "running")
      process.waitFor(random.nextInt(1500), TimeUnit.MILLISECONDS): Unit
    finally process.toHandle.destroyForcibly(): Unit
    assertEquals(process.waitFor(), 137)

  /** Checks the journal against the receiver. Returns how many effects were executed, and by how many calls. */
  private def check(folder: Path, file: Path, round: String): (Int, Int) =
    val executed = received(file, round)
    Using.resource(Journal.open(folder, EffectsProcess.settings)): log =>
      // It claims the effects, as the next process will do.
      val saved = EffectStore("the test", "moves", log).claim(EffectsBegin.First).fold(e => fail(e.message), identity)
      val open  = saved.open.toSet
      assertEquals(saved.aside, Vector.empty, round)
      val missing = log
        .readQuery[Move](Query.category("line"))
        .toVector
        .toOption
        .get
        .map(_.offset.sequence)
        .filter(offset => offset <= saved.upTo.sequence && !open(offset) && !executed.contains(offset))
      assertEquals(missing, Vector.empty, round)
      (executed.size, executed.values.sum)

  private def received(file: Path, round: String): collection.Map[Long, Int] =
    try ReceiverFile.executed(file)
    catch case wrong: AssertionError => throw AssertionError(s"$round: ${wrong.getMessage}", wrong)

  private def finish(folder: Path, file: Path): Unit =
    Using.resource(Journal.open(folder, EffectsProcess.settings)): log =>
      val late    = java.util.concurrent.ConcurrentHashMap.newKeySet[Long]()
      val running =
        Effects.start(log, EffectsProcess.effects((record, _) => late.add(record.offset.sequence): Unit))
      try running.await(log.durable, 5.minutes)
      finally running.close()
      val executed = received(file, "at the end")
      val missing  = log
        .readQuery[Move](Query.category("line"))
        .toVector
        .toOption
        .get
        .map(_.offset.sequence)
        .filterNot(offset => executed.contains(offset) || late.contains(offset))
      assertEquals(missing, Vector.empty)
      println(s"effects: ${executed.size} executed, ${late.size} at the end")
