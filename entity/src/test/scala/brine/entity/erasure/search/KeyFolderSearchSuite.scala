package brine.entity.erasure.search

import brine.effort.Effort
import brine.entity.erasure.*
import brine.journal.testkit.FaultStorage
import java.nio.file.Path
import munit.FunSuite
import scala.collection.mutable
import scala.concurrent.duration.*

/** Programs over disks that fail: random ones, and one whose power is cut at each of its file operations. */
class KeyFolderSearchSuite extends FunSuite:
  // A folder that is opened after a crash says what it removes.
  private val logger = java.util.logging.Logger.getLogger("brine.entity")

  override def beforeAll(): Unit = logger.setLevel(java.util.logging.Level.OFF)

  override def afterAll(): Unit = logger.setLevel(null)

  override val munitTimeout: FiniteDuration = 60.minutes

  test(s"${Effort.erasurePrograms} random programs"):
    val seed = System.nanoTime // printed, to repeat the same programs
    println(s"erasure, seed $seed")
    for number <- 0 until Effort.erasurePrograms do ErasureProgram(seed + number).run()

  private val folder       = Path.of("/data/keys")
  private val Vector(a, b) = ErasureBase.neighbours(2): @unchecked

  /** What a script knows when its power is cut. */
  private final class Script(disk: FaultStorage):
    val values    = mutable.ArrayBuffer.empty[(Sealed[String], String)]
    val secrets   = mutable.HashMap.empty[Int, Array[Byte]]
    var begun     = Set.empty[Int] // keys that a forgetting may have removed
    var forgotten = Set.empty[Int] // keys that it has

    def run(): Unit =
      val store = KeyFolder.open(folder, storage = disk)
      val keys  = Keys.over(store, KeysSettings(subjectsInMemory = 0))

      def seal(subject: String): Unit =
        values += keys.seal(subject, subject) -> subject
        store.get(subject).keys.foreach(key => secrets(key.number) = key.bytes)
      def forget(subject: String): Unit =
        val own = values.filter(_._2 == subject).map(_._1.key).toSet
        begun ++= own
        keys.forget(subject): Unit
        forgotten ++= own

      seal(a)
      seal(b)
      keys.rotate(a)
      seal(a)
      forget(a)
      keys.readmit(a): Unit
      seal(a)
      forget(b)
      forget(a)
      keys.close()
      store.close()

  /** After a power cut: what was sealed can be opened, what was forgotten is gone from all files. */
  private def check(script: Script, disk: FaultStorage, what: String): Unit =
    val store = KeyFolder.open(folder, storage = disk)
    val keys  = Keys.over(store)
    val files = disk.files.map(disk.bytes)
    script.values.foreach: (value, text) =>
      val opened = keys.open(value)
      val isGone = opened == Opened.Forgotten(text)
      if script.forgotten(value.key) then assert(isGone, what)
      else if !script.begun(value.key) then assertEquals(opened, Opened.Value(text), what)
      else assert(isGone || opened == Opened.Value(text), what)
      if isGone then assert(!files.exists(ErasureBase.contains(_, script.secrets(value.key))), what)
    // It continues.
    keys.readmit(a): Unit
    assertEquals(keys.open(keys.seal(a, "next")), Opened.Value("next"), what)
    keys.close()
    store.close()

  test("the power is cut at each file operation"):
    val whole = FaultStorage()
    Script(whole).run()
    assert(whole.operations > 40, whole.operations)
    for
      operations <- 0L to whole.operations
      seed       <- 0L until 12L
    do
      val disk   = FaultStorage(seed)
      val script = Script(disk)
      disk.cutPowerAfter(operations)
      val isCut =
        try
          script.run()
          false
        catch case failed: ErasureException => failed.error.isInstanceOf[ErasureError.Unavailable]
      assertEquals(isCut, operations < whole.operations)
      check(script, disk.crash(seed), s"after $operations operations, seed $seed")
      if seed == 0 then
        // The process alone is killed; the power fails once the next one has looked.
        val killed = disk.processKill()
        check(script, killed, s"killed after $operations operations")
        check(script, killed.crash(operations), s"killed after $operations operations, then a power cut")
