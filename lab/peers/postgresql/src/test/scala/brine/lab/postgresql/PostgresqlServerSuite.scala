package brine.lab.postgresql

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

final class PostgresqlServerSuite extends munit.FunSuite:
  override def munitTimeout = scala.concurrent.duration.Duration(4, "min")

  private val folder = FunFixture[Path](_ => Files.createTempDirectory("servers"), delete)

  private def delete(folder: Path): Unit =
    val files = Files.walk(folder)
    try files.iterator.asScala.toList.reverse.foreach(Files.delete)
    finally files.close()

  folder.test("each server has its programs in the folder for them, also if there are others in the process"): folder =>
    for number <- 1 to 2 do
      val kept = folder.resolve(s"programs-$number")
      PostgresqlServer(folder.resolve("data"), kept).close()
      val found = Using.resource(Files.walk(kept, 3))(_.iterator.asScala.map(_.getFileName.toString).toSet)
      assert(found("postgres"), s"server $number: $found")
