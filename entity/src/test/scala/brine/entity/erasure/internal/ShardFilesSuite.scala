package brine.entity.erasure.internal

import brine.codec.Codec
import brine.entity.erasure.{ErasureError, ErasureException}
import brine.journal.testkit.{Fault, FaultStorage}
import java.io.IOException
import java.nio.file.Path
import munit.FunSuite

class ShardFilesSuite extends FunSuite:
  private given Codec[KeyEntries] = KeyEntries.codec

  private val folder = Path.of("/keys")

  private def content(number: Int) = KeyEntries(Vector(KeyEntry("ada", number, 0, None, new Array[Byte](32))))

  private def numbers(content: Option[KeyEntries]) = content.map(_.keys.map(_.number))

  private def over(disk: FaultStorage): ShardFiles[KeyEntries] =
    val files = AtomicFiles(disk)
    files.createFolder(folder)
    ShardFiles[KeyEntries](folder, KeyEntries.Kind, KeyEntries.ListKind, files)

  private def opened(disk: FaultStorage, mayBeNew: Boolean = false): ShardFiles[KeyEntries] =
    val shards = over(disk)
    assertEquals(shards.recover(mayBeNew, acceptsMissing = false), Vector.empty)
    shards

  private def missing(body: => Any)(using munit.Location): String = intercept[ErasureException](body).error match
    case ErasureError.MissingFile(file, 0) => file
    case other                             => fail(other.message)

  test("what was written is there, and a file that is missing is named, when the folder is opened and later"):
    val disk   = FaultStorage()
    val shards = opened(disk, mayBeNew = true)
    assert(shards.isUnused && shards.hasList)
    assertEquals(shards.read("0a1"), None)
    shards.write("0a1", content(1))
    shards.write("fff", content(2))
    assert(!shards.isUnused)
    val again = opened(disk)
    assertEquals(again.shards, Vector("0a1", "fff"))
    assertEquals(numbers(again.read("fff")), Some(Vector(2)))
    disk.delete(again.fileOf("fff"))
    assertEquals(missing(again.read("fff")), "/keys/fff")
    assertEquals(again.shards, Vector("0a1", "fff"))
    assertEquals(missing(opened(disk)), "/keys/fff")
    // Once accepted, it is not missing any more.
    assertEquals(over(disk).recover(mayBeNew = false, acceptsMissing = true), Vector(Path.of("/keys/fff")))
    assertEquals(opened(disk).read("fff"), None)

  test("a list that is missing is named, unless the folder is new"):
    val disk = FaultStorage()
    assertEquals(missing(opened(disk)), "/keys/list")
    opened(disk, mayBeNew = true).write("0a1", content(1))
    disk.delete(folder.resolve("list"))
    assertEquals(missing(opened(disk)), "/keys/list")
    assertEquals(over(disk).recover(mayBeNew = false, acceptsMissing = true), Vector(Path.of("/keys/list")))
    assertEquals(opened(disk).shards, Vector("0a1"))

  test("files that were swapped are named when the folder is opened"):
    val disk   = FaultStorage()
    val shards = opened(disk, mayBeNew = true)
    shards.write("0a1", content(1))
    shards.write("fff", content(2))
    disk.move(folder.resolve("0a1"), folder.resolve("x"))
    disk.move(folder.resolve("fff"), folder.resolve("0a1"))
    disk.move(folder.resolve("x"), folder.resolve("fff"))
    intercept[ErasureException](opened(disk)).error match
      case ErasureError.Damaged(file, reason) =>
        val other = if file == "/keys/0a1" then "fff" else "0a1"
        assert(reason.contains(s"'$other'"), s"$file: $reason")
      case other => fail(other.message)

  test("a file whose name could not be listed is listed before anybody relies on it"):
    for fault <- Vector(Fault.FailedWrite(1), Fault.FailedForce(1), Fault.FailedForceFolder(1)) do
      val disk   = FaultStorage()
      val shards = opened(disk, mayBeNew = true)
      disk.inject(fault)
      intercept[IOException](shards.write("0a1", content(1))): Unit
      // By the next read, or by the next opening.
      val left = disk.processKill()
      assertEquals(numbers(shards.read("0a1")), Some(Vector(1)), fault)
      for after <- Vector(disk, left) do
        assertEquals(opened(after).shards, Vector("0a1"), fault)
        after.delete(folder.resolve("0a1"))
        assertEquals(missing(opened(after)), "/keys/0a1", fault)
