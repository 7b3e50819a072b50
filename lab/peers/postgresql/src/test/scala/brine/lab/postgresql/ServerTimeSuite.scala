package brine.lab.postgresql

import java.nio.file.{Files, Path}
import java.util.SplittableRandom
import scala.jdk.CollectionConverters.*

final class ServerTimeSuite extends munit.FunSuite:
  override def munitTimeout = scala.concurrent.duration.Duration(4, "min")

  private val folder = FunFixture[Path](_ => Files.createTempDirectory("server-time"), delete)

  private def delete(folder: Path): Unit =
    val files = Files.walk(folder)
    try files.iterator.asScala.toList.reverse.foreach(Files.delete)
    finally files.close()

  folder.test("each server that ends tells what it worked, also for a connection that is closed"): folder =>
    assume(Files.exists(Path.of("/proc/self/stat")), "needs /proc")
    val kept = folder.resolve("programs")
    for _ <- 1 to 2 do
      val server = PostgresqlServer(folder.resolve("data"), kept)
      try
        server.execute(
          PostgresqlServer.DATABASE,
          "create table sums as select sum(i) from generate_series(1, 3000000) i"
        )
      finally server.close()
    val ticks = Files.readAllLines(kept.resolve("server-ticks")).asScala.map(_.toLong)
    assertEquals(ticks.size, 2)
    // Even fast processors need a hundredth of a second for that.
    assert(ticks.forall(_ > 1), ticks)

  test("a process that ends while its time is read counts once"):
    for seed <- 1 to 500 do
      val random = SplittableRandom(seed)
      // The first one has started the others, whose ticks it gets when they end.
      val living = scala.collection.mutable.LinkedHashMap.from((1L to 5L).map(_ -> random.nextLong(1, 100)))
      val all    = living.values.sum
      def step() =
        if living.size > 1 && random.nextInt(8) == 0 then
          val ended = living.keys.filter(_ != 1).toVector(random.nextInt(living.size - 1))
          living(1) = living(1) + living.remove(ended).get
      val sum = ServerTime.sum(
        () =>
          val now = living.keys.toSet
          step()
          now.map(Long.box).asJava
        ,
        process =>
          val ticks = living.getOrElse(process, 0L)
          step()
          ticks
      )
      assertEquals(sum, all, s"seed $seed")
