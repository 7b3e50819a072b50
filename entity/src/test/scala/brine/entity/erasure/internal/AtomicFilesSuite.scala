package brine.entity.erasure.internal

import brine.journal.testkit.{Fault, FaultStorage}
import java.io.IOException
import java.nio.file.Path
import munit.FunSuite

class AtomicFilesSuite extends FunSuite:
  private val folder = Path.of("/a/b")
  private val file   = folder.resolve("c")

  private def of(disk: FaultStorage): AtomicFiles =
    val files = AtomicFiles(disk)
    files.createFolder(folder)
    files

  private def text(files: AtomicFiles) = files.read(file).map(String(_))

  test("what is replaced is durable, also the folders that were missing"):
    val disk  = FaultStorage()
    val files = of(disk)
    assertEquals(text(files), None)
    files.replace(file, "one".getBytes)
    files.replace(file, "two".getBytes)
    for seed <- 0 to 50 do
      val after = disk.crash(seed)
      assertEquals(after.files, Vector(file))
      assertEquals(text(AtomicFiles(after)), Some("two"))

  test("after a failure the content is the old or the new one, and what is read afterwards is durable"):
    val changes = Vector(Fault.FailedChange(), Fault.FailedChange(1))
    for fault <- Vector(Fault.FailedWrite(), Fault.FailedForce(), Fault.FailedForceFolder()) ++ changes do
      val disk  = FaultStorage()
      val files = of(disk)
      files.replace(file, "one".getBytes)
      disk.inject(fault)
      intercept[IOException](files.replace(file, "two".getBytes)): Unit
      assertEquals(disk.files, Vector(file), fault)
      val read = text(files)
      assert(read == Some("one") || read == Some("two"), s"$fault: $read")
      for seed <- 0 to 50 do assertEquals(text(AtomicFiles(disk.crash(seed))), read, s"$fault, seed $seed")

  test("what is left of an earlier replacement is deleted before the next, and when the folder is opened"):
    val disk  = FaultStorage()
    val files = of(disk)
    val left  = folder.resolve("c.new")
    disk.create(left).close()
    files.replace(file, "one".getBytes)
    assertEquals(disk.files, Vector(file))
    disk.create(left).close()
    files.recover(folder)
    assertEquals(disk.files, Vector(file))
    disk.create(left).close()
    files.clean(file)
    assertEquals(disk.files, Vector(file))
    for seed <- 0 to 20 do assertEquals(disk.crash(seed).files, Vector(file))
