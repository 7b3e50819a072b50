package brine.lab.peers.postgresql

import brine.lab.postgresql.PostgresqlServer
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

final class ServerTimeSuite extends munit.FunSuite:
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
