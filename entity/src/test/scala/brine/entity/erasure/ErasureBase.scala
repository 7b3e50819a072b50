package brine.entity.erasure

import brine.entity.erasure.internal.StoredKeys
import brine.entity.projection.TestDatabase
import java.nio.file.{Files, Path}
import java.util.Arrays
import munit.FunSuite

/** What tests of sealed values share. */
trait ErasureBase:
  this: FunSuite =>

  /** A folder of its own, deleted afterwards. */
  protected def withPath[A](body: Path => A): A =
    val folder = Files.createTempDirectory("brine-erasure")
    try body(folder)
    finally TestDatabase.deleteAll(folder)

  /** Keys in a folder of their own. */
  protected def withKeys[A](settings: KeysSettings = KeysSettings.defaults)(body: Keys => A): A =
    withPath(path => closing(Keys.open(path.resolve("keys"), settings = settings))(body))

  protected def closing[R <: AutoCloseable, A](resource: R)(body: R => A): A =
    try body(resource)
    finally resource.close()

  /** The error of a call that fails. */
  protected def error(body: => Any)(using munit.Location): ErasureError = intercept[ErasureException](body).error

object ErasureBase:
  /** Names of subjects whose keys are in one file. */
  def neighbours(count: Int): Vector[String] =
    val shard = StoredKeys.shardOf("subject-0")
    Iterator.from(0).map(number => s"subject-$number").filter(StoredKeys.shardOf(_) == shard).take(count).toVector

  /** Whether bytes are part of others. */
  def contains(all: Array[Byte], part: Array[Byte]): Boolean =
    (0 to all.length - part.length).exists: at =>
      all(at) == part(0) && Arrays.mismatch(all, at, at + part.length, part, 0, part.length) < 0
