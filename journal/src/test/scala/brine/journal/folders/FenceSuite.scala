package brine.journal.folders

import brine.journal.storage.{StorageFile, StorageLock}
import java.nio.ByteBuffer
import java.nio.file.Path

class FenceSuite extends munit.FunSuite:
  private final class Lock extends StorageLock:
    @volatile var held           = true
    override def isHeld: Boolean = held
    def close(): Unit            = ()

  private final class Segment extends StorageFile:
    @volatile var isThere                               = true
    override def isAt(path: Path): Boolean              = isThere
    def read(buffer: ByteBuffer, position: Long): Int   = 0
    def write(buffer: ByteBuffer, position: Long): Unit = ()
    def force(): Unit                                   = ()
    def size: Long                                      = 0
    def truncate(size: Long): Unit                      = ()
    def close(): Unit                                   = ()

  private val folder = Path.of("orders")

  test("while the files are the journal's own, nothing happens"):
    val fence = Fence(folder, Lock())
    fence.check()
    fence.guard(folder.resolve("1.seg"), Segment())
    fence.check()
    assertEquals(fence.problem, null)

  test("a lost lock ends all writing, also if the lock comes back, and says what to do"):
    val lock  = Lock()
    val fence = Fence(folder, lock)
    lock.held = false
    val first = intercept[Fence.Fenced](fence.check())
    assert(clue(first.getMessage).contains("orders") && first.getMessage.contains("LOCK"))
    assert(first.getMessage.contains("close it"))
    lock.held = true
    assert(intercept[Fence.Fenced](fence.check()) eq first)
    assert(fence.problem eq first)

  test("so does a segment that was deleted or replaced; the one before it no longer counts"):
    val fence           = Fence(folder, Lock())
    val (before, after) = (Segment(), Segment())
    fence.guard(folder.resolve("1.seg"), before)
    fence.guard(folder.resolve("2.seg"), after)
    before.isThere = false
    fence.check()
    after.isThere = false
    assert(clue(intercept[Fence.Fenced](fence.check()).getMessage).contains("2.seg"))
