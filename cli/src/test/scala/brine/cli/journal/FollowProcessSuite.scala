package brine.cli.journal

import brine.commandline.TemporaryFolder
import brine.effort.Effort
import brine.journal.*
import java.lang.ProcessBuilder.Redirect
import java.nio.file.Path
import java.util.SplittableRandom
import java.util.concurrent.TimeUnit
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Followers in processes of their own, which are killed or ended by a signal while a program appends. */
class FollowProcessSuite extends TemporaryFolder:
  override val munitTimeout: Duration = 60.minutes

  private def command(arguments: String*): List[String] =
    val java    = Path.of(sys.props("java.home"), "bin", "java").toString
    val options = List("-Xmx200m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", sys.props("java.class.path"))
    java :: options ::: "brine.cli.Main" :: "journal" :: arguments.toList

  private def started(arguments: String*): Process =
    ProcessBuilder(command(arguments*)*).redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD).start()

  private def ended(process: Process)(using munit.Location): Int =
    assert(process.waitFor(2, TimeUnit.MINUTES), "it has not ended")
    process.exitValue

  private def await(what: String)(condition: => Boolean)(using munit.Location): Unit =
    val until = System.nanoTime + TimeUnit.MINUTES.toNanos(2)
    while !condition do
      if System.nanoTime > until then fail(what)
      Thread.sleep(2)

  private def contents(log: EventLogReader)(using munit.Location): Vector[String] =
    log.readAll[Stored]().toVector match
      case Left(error) => fail(error.message)
      case Right(all)  =>
        all.map: one =>
          s"${one.offset} ${one.stream} ${one.version} ${one.at} ${one.tags} ${one.key} ${one.value.bytes.toVector}"

  private def ofFolder(folder: Path)(using munit.Location): Vector[String] =
    JournalReader.tryOpen(folder) match
      case Left(_)       => Vector.empty
      case Right(reader) => Using.resource(reader)(contents)

  private def isBeginning(found: Vector[String], all: Vector[String])(using munit.Location): Unit =
    assert(found.size <= all.size, s"${found.size} of ${all.size}")
    for (own, one) <- found.zip(all) do assertEquals(own, one)

  private def work(journal: Journal, random: SplittableRandom): Unit =
    for _ <- 0 to random.nextInt(60) do
      val key   = Option.when(random.nextInt(3) == 0)(java.util.UUID(random.nextLong(), random.nextLong()))
      val parts =
        for n <- 0 to random.nextInt(3)
        yield StreamAppend(
          s"stream-$n-${random.nextInt(5)}",
          ExpectedVersion.Any,
          Vector.fill(1 + random.nextInt(4))("x" * random.nextInt(300)),
          Set(s"t${random.nextInt(3)}")
        )
      assert(journal.appendAll(parts, key).await().isRight)

  folder.test(s"${Effort.followerKills} followers are killed, and the next one continues"): folder =>
    val random     = SplittableRandom(System.nanoTime)
    val (from, to) = (folder.resolve("from"), folder.resolve("to"))
    Using.resource(Journal.open(from)): journal =>
      for round <- 1 to Effort.followerKills do
        val before   = ofFolder(to).size
        val follower = started("follow", from.toString, to.toString)
        try
          val wanted = before + 1 + random.nextInt(40)
          // The follower is killed while it copies, or while it waits.
          await(s"round $round: it follows"):
            work(journal, random)
            ofFolder(to).size >= wanted
        finally
          follower.destroyForcibly(): Unit
          follower.waitFor(): Unit
        isBeginning(ofFolder(to), contents(journal))
      assertEquals(ended(started("follow", "--until-caught-up", from.toString, to.toString)), 0)
      await("all are there")(ofFolder(to).size == journal.durable.sequence)
      isBeginning(ofFolder(to), contents(journal))

  folder.test("a signal ends a follower with its replica closed"): folder =>
    val (from, to) = (folder.resolve("from"), folder.resolve("to"))
    Using.resource(Journal.open(from)): journal =>
      work(journal, SplittableRandom(1))
      val follower = started("follow", from.toString, to.toString)
      try
        await("it follows")(ofFolder(to).size == journal.durable.sequence)
        follower.destroy()
        assertEquals(ended(follower), 143)
      finally follower.destroyForcibly(): Unit
      isBeginning(ofFolder(to), contents(journal))
      assert(brine.journal.tools.JournalInfo.of(to, JournalSettings()).exists(_.isClosed), "the replica was not closed")

  folder.test(
    "two processes joined by a pipe, of which one is killed or stopped: the other one ends, and it can go on"
  ): folder =>
    val (from, to) = (folder.resolve("from"), folder.resolve("to"))
    val random     = SplittableRandom(2)
    Using.resource(Journal.open(from)): journal =>
      // A sender that gets a signal ends in order, and says that it was stopped.
      for (killsSender, isSignal) <- List((true, false), (true, true), (false, false)) do
        work(journal, random)
        val builders = List(command("follow", from.toString, "-"), command("follow", "-", to.toString)).map: one =>
          ProcessBuilder(one*).redirectError(Redirect.DISCARD)
        builders.last.redirectOutput(Redirect.DISCARD): Unit
        val both = ProcessBuilder.startPipeline(builders.asJava).asScala.toList
        try
          await("it follows"):
            work(journal, random)
            ofFolder(to).size > journal.durable.sequence / 2
          val (killed, other) = if killsSender then (both.head, both.last) else (both.last, both.head)
          if isSignal then killed.destroy() else killed.destroyForcibly(): Unit
          assertEquals(ended(other), 1)
        finally both.foreach(_.destroyForcibly(): Unit)
        isBeginning(ofFolder(to), contents(journal))
