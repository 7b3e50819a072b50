package brine.entity.crash

import brine.effort.Effort
import java.nio.file.{Files, Path}
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Real processes that run entities are killed: see [[EntityCrashRounds]]. */
class EntityCrashSuite extends munit.FunSuite:
  override val munitTimeout: FiniteDuration = 60.minutes

  private val folder = FunFixture[Path](_ => Files.createTempDirectory("brine-entities"), delete)

  private def delete(folder: Path): Unit =
    Using.resource(Files.walk(folder))(_.iterator.asScala.toVector.reverse.foreach(Files.delete))

  folder.test(s"${Effort.entityKills} processes killed while they run entities of the same journal"): folder =>
    val seed = System.nanoTime // printed, to repeat the same kind of round
    println(s"seed $seed, ${EntityCrashRounds(folder.resolve("journal"), seed).run(Effort.entityKills)}")
